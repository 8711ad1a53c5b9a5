import type { NoAnswerCode } from '#errors/catalogue/catalogue';

/**
 * How long after it was decided a change may still be sent, ms. Less than the 60 s of silence after which another runner may
 * take the run over: who was stopped for longer between the decision and the wire has to ask again whether the run is its own.
 */
const WITHIN_MS = 10_000;

const NOT_SENT: NoAnswerCode = 'NotSent';

/** Tells, of a change that is decided now, whether it may still be sent. A stopped process, a closed laptop and a clock that jumps count. */
export function sentInTime(): () => boolean {
  const [running, wall] = [performance.now(), Date.now()];
  // One of the two stands still while a laptop is closed, the other one can be set.
  return () => performance.now() - running < WITHIN_MS && Math.abs(Date.now() - wall) < WITHIN_MS;
}

/** What becomes of a change that may not be sent any more. */
export const notSent = (): Error =>
  Object.assign(new Error('it was not sent: the process was stopped between the decision and the wire'), {
    code: NOT_SENT,
  });
