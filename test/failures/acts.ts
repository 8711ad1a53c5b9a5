import type { Act, Done, Typed } from './failure-case.ts';

const ANSWERS = ['--yes', '--approve', 'delete-old-nodes'] as const;

/** `upgrade run`, all gates answered. */
export const run = (ending: Omit<Typed, 'types'>, ...more: readonly string[]): Typed => ({
  types: ['run', '1.20-to-1.21', ...ANSWERS, ...more],
  ...ending,
});

/** `upgrade resume`, all gates answered; default: it finishes the run. */
export const resume = (ending: Omit<Typed, 'types'> = { exit: 0 }): Typed => ({
  types: ['resume', ...ANSWERS],
  ...ending,
});

/** `upgrade retry` and `upgrade resume`; default: they finish the run. */
export const retry = (ending: Omit<Typed, 'types'> = { exit: 0 }): readonly Act[] => [
  { types: ['retry'], exit: 0 },
  resume(ending),
];

/** `upgrade skip` and `upgrade resume`. */
export const skip = (ending: Omit<Typed, 'types'> = { exit: 0 }): readonly Act[] => [
  { types: ['skip'], exit: 0 },
  resume(ending),
];

/** `upgrade abort` and `upgrade resume`. */
export const abort = (ending: Omit<Typed, 'types'> = { exit: 6 }): readonly Act[] => [
  { types: ['abort'], exit: 0 },
  resume(ending),
];

/** The faults of the scenario end; what has gone wrong already stays. */
export const mended: Done = {
  told: 'the cause is mended',
  does: async (stage) => void (await stage.control('POST', 'mend', {})),
};

/** Something happens to the cluster now, in the words of `faults.happenings[].what`. */
export const happens = (told: string, what: object): Done => ({
  told,
  does: async (stage) => void (await stage.control('POST', 'happen', what)),
});

/** Model time goes by, without a runner. */
export const later = (minutes: number): Done => ({
  told: `${minutes} minutes later`,
  does: async (stage) => {
    const { now } = await stage.control<{ now: number }>('GET', 'now');
    await stage.control('POST', 'move', { to: now + minutes * 60_000 });
  },
});
