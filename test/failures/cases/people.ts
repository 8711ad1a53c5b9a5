import { heldAt, killedAt } from '../../kill/killed.ts';
import { takenOver } from '../../kill/taken-over.ts';
import { hasEnded } from '../../place/place-acts.ts';
import { abort, later, resume, run } from '../acts.ts';
import type { Done, FailureCase } from '../failure-case.ts';

const topic = 'Runners and people';
/** Its first eviction is done. */
const IN_THE_DRAIN = { kind: 'request', mutating: 7, when: 'after' } as const;

const killedInTheDrain: Done = {
  told: 'the runner is killed in the drain, right after its first eviction',
  does: async (stage) => void (await killedAt(stage, IN_THE_DRAIN)),
};

const goesOn: Done = {
  told: 'the runner goes on to its end',
  does: async (stage) => {
    await stage.control('POST', 'release');
    await hasEnded(stage);
  },
};

/** What can go wrong between runners and the people who type. */
export const people: readonly FailureCase[] = [
  {
    name: 'runner-killed',
    topic,
    goesWrong: 'The runner is killed in the drain',
    happens: 'resume takes over at once, because the process is dead on this host, and does nothing twice',
    script: [killedInTheDrain, resume()],
  },
  {
    name: 'pause-while-dead',
    topic,
    goesWrong: 'A pause is asked for while the runner is dead',
    happens: 'the next resume consumes it and exits 4; the one after goes on',
    script: [
      killedInTheDrain,
      later(1),
      { types: ['pause', '--why', 'lunch'], exit: 0 },
      later(1),
      resume({ exit: 4, says: ['lunch'] }),
      later(1),
      resume(),
    ],
  },
  {
    name: 'abort-in-the-drain',
    topic,
    goesWrong: 'The operator gives up in the drain',
    happens:
      'gives back what is ours and harmless (cordons, marks, sizes, the Lease), lists what stays changed, deletes nothing',
    script: [killedInTheDrain, ...abort({ exit: 6, says: ['managed-ng-21'] })],
  },
  {
    name: 'retry-when-nothing-is-parked',
    topic,
    goesWrong: 'Somebody types retry at a run that is not parked',
    happens: 'is refused and says why; the run goes on as it was',
    script: [killedInTheDrain, { types: ['retry'], exit: 2 }, resume()],
  },
  {
    name: 'two-runners',
    topic,
    goesWrong: 'Somebody resumes a run whose runner lives',
    happens: 'exits 5 and says who has it; the runner goes on',
    script: [
      {
        told: 'a runner is at work in the drain',
        does: async (stage) => void (await heldAt(stage, { mutating: 7, when: 'before' })),
      },
      resume({ exit: 5 }),
      goesOn,
      { types: ['status'], exit: 0, says: ['finished'] },
    ],
  },
  {
    name: 'second-run-elsewhere',
    topic,
    goesWrong: 'Somebody starts a second run from another machine',
    happens: 'exits 5 and names the run, its owner and the place of its log; nothing is changed',
    script: [
      { told: 'a run is at work', does: async (stage) => void (await heldAt(stage, { mutating: 2, when: 'after' })) },
      { types: run({ exit: 5 }).types, exit: 5, state: 'elsewhere' },
      goesOn,
      { types: ['status'], exit: 0, says: ['finished'] },
    ],
  },
  {
    name: 'runner-superseded',
    topic,
    goesWrong: 'A runner that was stopped wakes up after another one has taken over',
    happens: 'exits 5 and issues nothing more',
    script: [
      {
        told: 'a runner is stopped in the drain, another takes over and finishes, the first wakes up: it exits 5 and has issued nothing',
        does: async (stage) => {
          const { first, issued } = await takenOver(stage, { mutating: 7, held: 'answered' });
          if (first.exitCode !== 5 || issued.length > 0)
            throw new TypeError(`exit ${first.exitCode}, issued ${issued}`);
        },
      },
      { types: ['status'], exit: 0 },
    ],
  },
];
