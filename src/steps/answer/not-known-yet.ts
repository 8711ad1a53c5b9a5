import type { Answer } from '#ports/answer';
import type { Slice, StepPorts } from '../step.ts';
import { isAbsent } from './value-or-wait.ts';

/** EKS may not know a new update id everywhere at once. */
const UNKNOWN_AT_FIRST_MS = 2 * 60_000;

/** A 404 about an update that was asked for moments ago: it is waited for, whatever the update is of. */
export function notKnownYet(
  answer: Answer<unknown>,
  { time }: Pick<StepPorts, 'time'>,
  { scheduledAt }: Slice,
): boolean {
  return isAbsent(answer) && time.now() - scheduledAt < UNKNOWN_AT_FIRST_MS;
}

/** Why is waited then. */
export const NOT_KNOWN_YET = 'EKS does not know the update yet';
