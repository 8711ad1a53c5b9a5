import { retry, run } from '../acts.ts';
import type { FailureCase } from '../failure-case.ts';

const topic = 'The place where it runs';
const CHANGED_IN_THE_DRAIN = '2022-03-05T18:03:00Z';
const BEFORE_THE_UPDATE_ENDS = '2022-03-05T17:40:00Z';
const jumps = (at: string, hours: number) => ({ CLOCK_JUMPS: `${at} ${hours}` });

const NOTICED =
  'says so, moves the deadlines by that time, repeats the checks, and parks because the clock is not that of the API server; goes on once it is set';
const parked = { exit: 1, code: 'ChecksBlock', says: ['CLOCK_DIFFERS'] } as const;

/** What can go wrong with the clock of the machine. */
export const clock: readonly FailureCase[] = [
  {
    name: 'clock-jumps-ahead',
    topic,
    goesWrong: 'The clock of the machine jumps ahead by three hours while the control plane is updated',
    happens: NOTICED,
    script: [run({ ...parked, env: jumps(BEFORE_THE_UPDATE_ENDS, 3) }), ...retry()],
  },
  {
    name: 'clock-set-back',
    topic,
    goesWrong: 'The clock of the machine is set back by three hours while the control plane is updated',
    happens: NOTICED,
    script: [run({ ...parked, env: jumps(BEFORE_THE_UPDATE_ENDS, -3) }), ...retry()],
  },
  {
    name: 'clock-jumps-ahead-in-the-drain',
    topic,
    goesWrong: 'The clock of the machine jumps ahead by three hours in the drain',
    happens: NOTICED,
    script: [run({ ...parked, env: jumps(CHANGED_IN_THE_DRAIN, 3) }), ...retry()],
  },
  {
    name: 'clock-set-back-in-the-drain',
    topic,
    goesWrong: 'The clock of the machine is set back by three hours in the drain',
    happens: NOTICED,
    script: [run({ ...parked, env: jumps(CHANGED_IN_THE_DRAIN, -3) }), ...retry()],
  },
  {
    name: 'clock-wrong-at-the-start',
    topic,
    goesWrong: 'The clock of the machine is wrong by three hours at the start',
    happens: 'blocked before any change, with both times',
    script: [
      run({ exit: 3, code: 'ChecksBlock', says: ['CLOCK_DIFFERS'], env: jumps('2022-03-01T00:00:00Z', 3) }),
      run({ exit: 0 }),
    ],
  },
];
