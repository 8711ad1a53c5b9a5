import type { Failure } from '#errors/failure';
import type { Node, Pod, Workload } from '#ports/kubernetes';

/** What a walk through the procedure saw: the raw material of a plan. Instants are ms, UTC, of model time. */
export interface Trace {
  readonly startedAt: number;
  readonly endedAt: number;
  /** Every stay in a state, in order. */
  readonly stays: readonly Stay[];
  readonly ending: TraceEnding;
  readonly before: World;
  readonly after: World;
}

/** One effect, one wait or one gate. */
export interface Stay {
  /** `work.controlPlane.starting` */
  readonly state: string;
  /** Name of the step; null while the run only waits. */
  readonly step: string | null;
  /** The gate that answered itself here; null elsewhere. */
  readonly gate: string | null;
  readonly what: string;
  readonly from: number;
  readonly to: number;
  readonly writes: readonly Write[];
  readonly input: unknown;
  /** Undefined when the step did not come to its end. */
  readonly output: unknown;
  readonly remarks: readonly string[];
}

/** A call to the twin that changed something. */
export interface Write {
  readonly at: number;
  /** `eks:UpdateClusterVersion` */
  readonly operation: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export type TraceEnding =
  | { readonly kind: 'finished' }
  /** `at`: the state. */
  | { readonly kind: 'stopped'; readonly at: string; readonly failure: Failure };

/** What of a cluster the fates are told by. */
export interface World {
  readonly nodes: readonly Node[];
  readonly pods: readonly Pod[];
  readonly workloads: readonly Workload[];
}
