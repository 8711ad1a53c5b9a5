import { EXIT } from './exit-codes.ts';
import { UpgradeError } from './upgrade-error.ts';

/** The log of a run that is under way is not where it was: `missing` is the part that was looked for. Whoever meets it changes nothing more. */
export function logLost(missing: string): UpgradeError {
  return new UpgradeError('LogLost', `the run's log is gone: ${missing} is not there any more`, {
    hint: 'nothing more was done, and nothing was written in its place. Put the folder back, or name with --state where it was moved to; then: upgrade resume',
    exit: EXIT.paused,
  });
}
