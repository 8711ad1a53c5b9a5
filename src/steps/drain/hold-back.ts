import type { EvictionMeaning, EvictionOutcome } from '#domain/drain/classify-eviction';
import type { Turn } from '#domain/drain/scene';
import type { DrainCode } from '#errors/catalogue/catalogue';
import type { DrainMemory } from './drain-memory.ts';

type Evict = Extract<Turn, { kind: 'evict' }>;

/** What a refusal can mean for one pod. */
type Refusal = Exclude<EvictionMeaning, 'accepted' | 'forbidden' | 'credentials'>;

interface Reaction {
  readonly code: DrainCode;
  readonly endsWhen: string;
  /** Waits in a row, s, the last one for ever after; empty: not again in this slice. */
  readonly pause: readonly number[];
  readonly hint: string;
}

const LATER = 'the API server is asked again';
const REACTIONS: Readonly<Record<Refusal, Reaction>> = {
  gone: { code: 'GONE', endsWhen: 'the stores show it gone', pause: [2], hint: '' },
  'ours-is-gone': { code: 'GONE', endsWhen: 'the stores show it gone', pause: [2], hint: '' },
  budget: { code: 'PDB_EXHAUSTED', endsWhen: 'its budget changes', pause: [5, 10, 15], hint: '' },
  'budget-stale': {
    code: 'PDB_STALE',
    endsWhen: 'the disruption controller has looked at the budget',
    pause: [10],
    hint: '',
  },
  throttled: { code: 'THROTTLED', endsWhen: 'the API server takes requests again', pause: [5], hint: '' },
  'several-budgets': {
    code: 'PDB_MULTIPLE',
    endsWhen: '',
    pause: [],
    hint: 'narrow or remove all but one budget of the pod, then retry',
  },
  'namespace-terminating': {
    code: 'NAMESPACE_TERMINATING',
    endsWhen: 'the namespace controller removes the pod',
    pause: [5],
    hint: '',
  },
  'webhook-denied': { code: 'WEBHOOK_DENIED', endsWhen: 'the webhook agrees', pause: [5, 10, 15], hint: '' },
  'webhook-unavailable': {
    code: 'WEBHOOK_UNAVAILABLE',
    endsWhen: 'the webhook answers',
    pause: [1, 2, 4, 8, 15],
    hint: '',
  },
  transient: { code: 'API_TRANSIENT', endsWhen: LATER, pause: [1, 2, 4, 8, 15], hint: '' },
  unknown: {
    code: 'EVICTION_REFUSED',
    endsWhen: '',
    pause: [],
    hint: 'remove the cause the API server names, then retry',
  },
};

/** Notes a refusal: how long the pod is left alone, what ends that earlier, and what to tell. */
export function holdBack(
  { pod, budget }: Evict,
  outcome: EvictionOutcome & { readonly meaning: Refusal },
  memory: DrainMemory,
  now: number,
): void {
  const { uid } = pod.metadata;
  const { code, endsWhen, pause, hint } = REACTIONS[outcome.meaning];
  const before = memory.refusals.get(uid) ?? 0;
  memory.refusals.set(uid, before + 1);
  const seconds = outcome.retryAfterSeconds ?? pause[Math.min(before, pause.length - 1)];
  const until = pause.length === 0 || seconds === undefined ? Number.POSITIVE_INFINITY : now + seconds * 1000;
  const seen =
    outcome.meaning === 'budget' && budget
      ? { uid: budget.metadata.uid, resourceVersion: budget.metadata.resourceVersion }
      : null;
  memory.held.set(uid, { code, why: outcome.words, endsWhen, until, budget: seen, hint });
  // Throttling is about us, not about the pod.
  if (outcome.meaning === 'throttled') memory.quietUntil = Math.max(memory.quietUntil, until);
}
