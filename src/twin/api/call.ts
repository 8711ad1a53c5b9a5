import type { WireAnswer } from './answer.ts';

/** One call of the face, as the journal names it. */
export interface Call {
  /** `eks:UpdateClusterVersion`, `k8s:patch nodes`, `k8s:evict pods` … */
  readonly operation: string;
  readonly kind: 'read' | 'write';
  /** The object's name and the body, as they were given. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A watch that goes on. */
export interface Watching {
  readonly stop: () => void;
}

/** Carries a call out by `act` and notes it; faults answer in its place. */
export type Perform = <Result extends WireAnswer | Watching>(call: Call, act: () => Result) => Result | WireAnswer;
