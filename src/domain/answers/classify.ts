import type { Unanswered } from './answered.ts';

/** What a missing answer means for whoever asked. */
export type Lack =
  /** Asking again may help: throttled, 5xx, no answer, an answer that could not be parsed. */
  | { readonly kind: 'wait'; readonly reason: string }
  | { readonly kind: 'credentials'; readonly reason: string }
  | { readonly kind: 'forbidden'; readonly reason: string }
  /** The system knows no such thing: its own clear 404. */
  | { readonly kind: 'absent'; readonly reason: string }
  /** Something else is in progress or was changed meanwhile (409). */
  | { readonly kind: 'conflict'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string };

const CREDENTIALS = new Set([
  'AuthFailure',
  'CredentialsProviderError',
  'ExpiredToken',
  'ExpiredTokenException',
  'IncompleteSignature',
  'InvalidClientTokenId',
  'InvalidSignatureException',
  'MissingAuthenticationToken',
  'RequestExpired',
  'SignatureDoesNotMatch',
  'TokenRefreshRequired',
  'UnrecognizedClientException',
]);

const THROTTLED = new Set([
  'RequestLimitExceeded',
  'RequestThrottled',
  'RequestThrottledException',
  'SlowDown',
  'Throttling',
  'ThrottlingException',
  'TooManyRequestsException',
]);

/**
 * The one place that tells passing trouble from a lasting refusal, for every step. An eviction's 429 from a budget is
 * not asked here: it has a cause of its own and is told apart before.
 */
export function classifyLack(answer: Unanswered): Lack {
  const reason = wordsOf(answer);
  if (CREDENTIALS.has(answer.code)) return { kind: 'credentials', reason };
  if (answer.kind === 'unknown') return { kind: 'wait', reason };
  if (THROTTLED.has(answer.code) || isPassing(answer.status)) return { kind: 'wait', reason };
  return { kind: byStatus(answer.status), reason };
}

/** The system's own words with its code: `No cluster found for name: x. [ResourceNotFoundException, 404]`. */
export function wordsOf(answer: Unanswered): string {
  const code =
    answer.kind === 'refused' ? [answer.code, answer.status].filter((it) => it !== '').join(', ') : answer.code;
  return `${answer.message.trim() || 'no text'} [${code}]`;
}

function isPassing(status: number): boolean {
  return status === 408 || status === 425 || status === 428 || status === 429 || status >= 500;
}

function byStatus(status: number): 'credentials' | 'forbidden' | 'absent' | 'conflict' | 'refused' {
  switch (status) {
    case 401:
      return 'credentials';
    case 403:
      return 'forbidden';
    case 404:
      return 'absent';
    case 409:
      return 'conflict';
    default:
      return 'refused';
  }
}
