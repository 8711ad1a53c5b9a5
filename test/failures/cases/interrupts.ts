import { IN_THE_DRAIN, signalledAt } from '../../place/place-acts.ts';
import { through } from '../../place/through.ts';
import { resume, run } from '../acts.ts';
import type { FailureCase } from '../failure-case.ts';

const topic = 'The place where it runs';

const signalled = (name: string, goesWrong: string, ...signals: readonly string[]): FailureCase => ({
  name,
  topic,
  goesWrong,
  happens: 'says at once that it pauses, pauses at the next safe point, exits 4; resume goes on',
  script: [
    {
      ...run({ exit: 4, says: [`${signals[0]}: pausing at the next safe point`, 'upgrade resume'] }),
      env: signalledAt(IN_THE_DRAIN, ...signals),
    },
    { types: ['status'], exit: 0, says: ['paused'] },
    resume(),
  ],
});

/** Signals, and readers that leave. */
export const interrupts: readonly FailureCase[] = [
  signalled('ctrl-c-once', 'Ctrl-C', 'SIGINT'),
  signalled('sigterm', 'The machine is shut down: SIGTERM', 'SIGTERM'),
  signalled('terminal-closed', 'The terminal is closed: SIGHUP', 'SIGHUP'),
  {
    name: 'ctrl-c-twice',
    topic,
    goesWrong: 'Ctrl-C twice',
    happens: 'ends at once and says how to go on; what was recorded is there, and nothing is done twice',
    script: [
      {
        ...run({ exit: 4, says: ['SIGTERM: ended at once; nothing is lost', 'go on with: upgrade resume'] }),
        env: signalledAt(IN_THE_DRAIN, 'SIGINT', 'SIGTERM'),
      },
      resume(),
    ],
  },
  {
    name: 'reader-leaves',
    topic,
    goesWrong: 'The reader of the output leaves: `upgrade run -o json | head -1`',
    happens: 'the run goes on to its end',
    script: [
      { ...run({ exit: 0 }, '-o', 'json'), ...through('"$@" | head -1') },
      { types: ['status'], exit: 0, says: ['finished'] },
    ],
  },
  {
    name: 'output-to-a-full-disk',
    topic,
    goesWrong: 'The output goes to a full disk: `upgrade run -o json > file`',
    happens: 'the run goes on to its end, says that its output did not arrive, exits 1',
    script: [
      { ...run({ exit: 1, code: 'OutputLost', says: ['ENOSPC'] }, '-o', 'json'), ...through('exec "$@" >/dev/full') },
      { types: ['status'], exit: 0, says: ['finished'] },
    ],
  },
];
