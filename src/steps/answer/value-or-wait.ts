import { classifyLack } from '#domain/answers/classify';
import { lackError } from '#domain/answers/lack-error';
import type { Answer } from '#ports/answer';

export type Looked<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'wait'; readonly reason: string };

/** The value, or the reason to ask again; throws what asking again would not change. `asking`: `describe cluster ekstest`. */
export function valueOrWait<T>(answer: Answer<T>, asking: string): Looked<T> {
  if (answer.kind === 'value') return answer;
  const error = lackError(answer, asking);
  if (error) throw error;
  return { kind: 'wait', reason: `cannot ${asking}: ${classifyLack(answer).reason}` };
}

/** As `valueOrWait`, with null where the system itself says that there is no such thing (404). */
export function valueOrAbsent<T>(answer: Answer<T>, asking: string): Looked<T | null> {
  return isAbsent(answer) ? { kind: 'value', value: null } : valueOrWait(answer, asking);
}

/** A parsed 404 with a code: AWS `ResourceNotFoundException`, Kubernetes `NotFound`. A 404 of a proxy has neither. */
export function isAbsent(answer: Answer<unknown>): boolean {
  return (
    answer.kind === 'refused' &&
    answer.status === 404 &&
    (answer.code === 'ResourceNotFoundException' || answer.code === 'NotFound')
  );
}
