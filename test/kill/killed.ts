import type { Command } from './command.ts';
import type { Moment } from './moments.ts';
import type { Stage } from './stage.ts';

/** Preloaded by the runner that is to die at an entry of its log. */
const DIES = new URL('die-at-entry.js', import.meta.url).href;

/** All gates are answered, so that one command goes from the first check to the end. */
export const ANSWERS = ['--yes', '--approve', 'delete-old-nodes'] as const;
export const RUN = ['run', '1.20-to-1.21', ...ANSWERS] as const;
export const RESUME = ['resume', ...ANSWERS] as const;

type Killing = Exclude<Moment, { kind: 'stopped' }>;

/** Types `upgrade run` and kills it with SIGKILL at the moment; false when it had ended before. */
export async function killedAt(stage: Stage, moment: Killing): Promise<boolean> {
  const { signal } = await (await startedToDie(stage, moment)).outcome;
  return signal === 'SIGKILL';
}

async function startedToDie(stage: Stage, moment: Killing): Promise<Command> {
  switch (moment.kind) {
    case 'request':
      return diesAtRequest(stage, moment);
    case 'random':
      return diesSomewhere(stage, moment);
    case 'entry':
      return diesAtEntry(stage, RUN, `${moment.sequence}/${nameOf(moment.seq)} ${moment.when}`);
    case 'twice': {
      await diesAtEntry(stage, RUN, `records/${nameOf(moment.seq)} after`).outcome;
      return diesAtEntry(stage, RESUME, `records/${nameOf(moment.seq + 1)} after`);
    }
  }
}

const nameOf = (seq: number): string => `${String(seq).padStart(8, '0')}.json`;

const diesAtEntry = (stage: Stage, words: readonly string[], where: string): Command =>
  stage.types(words, { flags: ['--import', DIES], env: { DIE_AT: where } });

/** The twin holds the request; its sender is killed meanwhile. */
async function diesAtRequest(stage: Stage, { mutating, when }: Killing & { kind: 'request' }): Promise<Command> {
  const run = await heldAt(stage, { mutating, when });
  run.kill('SIGKILL');
  return run;
}

/** The request only tells how far the run has come: it goes on, until the kill strikes. */
async function diesSomewhere(stage: Stage, { request, ms }: Killing & { kind: 'random' }): Promise<Command> {
  const run = await heldAt(stage, { request, when: 'before' });
  setTimeout(() => run.kill('SIGKILL'), ms);
  await stage.control('POST', 'release');
  return run;
}

type Where = ({ readonly mutating: number } | { readonly request: number }) & { readonly when: 'before' | 'after' };

/** Types `upgrade run` and returns when the twin holds the request, or the run has ended without it. */
export async function heldAt(stage: Stage, where: Where): Promise<Command> {
  const held = stage.holds(where);
  const run = stage.types(RUN);
  await Promise.race([held, run.outcome]);
  return run;
}
