/** An answer to an eviction, as far as its meaning depends on it. Every `Answer` of the ports is one. */
export type EvictionAnswer =
  | { readonly kind: 'value' }
  | {
      readonly kind: 'refused';
      readonly status: number;
      readonly code: string;
      readonly message: string;
      readonly causes: readonly { readonly reason: string; readonly message: string }[];
      readonly retryAfterSeconds?: number;
    }
  | { readonly kind: 'unknown'; readonly code: string; readonly message: string };

type Refused = Extract<EvictionAnswer, { kind: 'refused' }>;

export type EvictionMeaning =
  /** On its way; not yet gone. */
  | 'accepted'
  | 'gone'
  /** 409: the pod of this name is not ours any more. */
  | 'ours-is-gone'
  | 'budget'
  /** The budget's numbers lag behind; the server says how long to wait. */
  | 'budget-stale'
  | 'throttled'
  | 'several-budgets'
  | 'namespace-terminating'
  | 'webhook-denied'
  | 'webhook-unavailable'
  | 'credentials'
  /** No right to evict: holds for every pod. */
  | 'forbidden'
  | 'transient'
  /** A refusal that asking again would not change. */
  | 'unknown';

export interface EvictionOutcome {
  readonly meaning: EvictionMeaning;
  /** The server's own words; empty when accepted. */
  readonly words: string;
  readonly retryAfterSeconds: number | null;
}

const BUDGET = 'DisruptionBudget';

/**
 * What the server meant. A 429 of a budget has a cause, a 429 of throttling has none; a 500 can be two budgets, a
 * webhook that is away, or a hiccup (https://github.com/kubernetes/kubernetes/issues/106286).
 */
export function classifyEviction(answer: EvictionAnswer): EvictionOutcome {
  if (answer.kind === 'value') return { meaning: 'accepted', words: '', retryAfterSeconds: null };
  if (answer.kind === 'unknown') return { meaning: 'transient', words: wordsOf(answer), retryAfterSeconds: null };
  const meaning = meaningOf(answer);
  return {
    meaning,
    words: budgetWords(answer) ?? wordsOf(answer),
    retryAfterSeconds: answer.retryAfterSeconds ?? null,
  };
}

function meaningOf(answer: Refused): EvictionMeaning {
  // A webhook chooses its own status, so its words come first.
  if (/admission webhook .* denied the request/s.test(answer.message)) return 'webhook-denied';
  switch (answer.status) {
    case 401:
      return 'credentials';
    case 403:
      return forbiddenOf(answer);
    case 404:
      return answer.code === 'NotFound' ? 'gone' : 'transient';
    case 409:
      return 'ours-is-gone';
    case 429:
      return tooManyOf(answer);
    case 500:
      return serverErrorOf(answer);
    default:
      return answer.status > 500 || answer.status === 408 ? 'transient' : 'unknown';
  }
}

function forbiddenOf(answer: Refused): EvictionMeaning {
  if (answer.causes.some((it) => it.reason === 'NamespaceTerminating')) return 'namespace-terminating';
  return /disruption/i.test(answer.message) && !/cannot create/.test(answer.message) ? 'unknown' : 'forbidden';
}

function tooManyOf(answer: Refused): EvictionMeaning {
  if (!answer.causes.some((it) => it.reason === BUDGET)) return 'throttled';
  return (answer.retryAfterSeconds ?? 0) > 0 ? 'budget-stale' : 'budget';
}

function serverErrorOf(answer: Refused): EvictionMeaning {
  if (answer.message.includes('more than one PodDisruptionBudget')) return 'several-budgets';
  return answer.message.includes('failed calling webhook') ? 'webhook-unavailable' : 'transient';
}

const budgetWords = (answer: Refused): string | undefined =>
  answer.causes.find((it) => it.reason === BUDGET && it.message !== '')?.message;

const wordsOf = (answer: { readonly message: string; readonly code: string }): string =>
  answer.message.trim() || answer.code || 'no text';
