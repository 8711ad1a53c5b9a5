import type { Unanswered } from '#domain/answers/answered';
import { classifyLack, wordsOf } from '#domain/answers/classify';
import { lackError } from '#domain/answers/lack-error';

/** What became of one thing that was to be undone. */
export type Undo =
  /** `left`: it stays as it is, for a reason that asking again would not change. `failed`: it was refused. */
  { readonly kind: 'undone' | 'left' | 'failed'; readonly line: string } | { readonly kind: 'nothing' } | Wait;

/** Asking again may help. `what`: a noun phrase, `endsWhen`: a clause. */
export interface Wait {
  readonly kind: 'wait';
  readonly what: string;
  readonly endsWhen: string;
  readonly reason: string;
}

/** What a missing answer means for an undo: only a lasting refusal counts as failed; throws where credentials are not accepted. */
export function whyNotUndone(answer: Unanswered, asking: string, what: string): Undo {
  const error = lackError(answer, asking);
  if (error?.code === 'CredentialsExpired') throw error;
  if (error) return { kind: 'failed', line: `${what}: ${wordsOf(answer)}` };
  return {
    kind: 'wait',
    what,
    endsWhen: 'the answers come',
    reason: `cannot ${asking}: ${classifyLack(answer).reason}`,
  };
}
