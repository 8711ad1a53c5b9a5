import type { Finding } from '#domain/preflight/finding';
import type { Failure } from '#errors/failure';

/** What a run would do, as data. The format is public; a reader refuses a number it does not know. Instants are ms from the start. */
export interface Plan {
  readonly format: 1;
  /** Digest of the facts: the same facts give the same id, and the same plan byte for byte. */
  readonly id: string;
  readonly hop: { readonly from: string; readonly to: string };
  readonly cluster: string;
  readonly procedure: string;
  readonly verdict: Verdict;
  /** Names of the checks that were made before anything would be changed; absent in plans of older versions. */
  readonly checks?: readonly string[];
  readonly findings: readonly Finding[];
  readonly phases: readonly PlannedPhase[];
  /** Everything that would be changed, in order. The step that does it has the same number in its `actions`. */
  readonly actions: readonly PlannedAction[];
  readonly gates: readonly PlannedGate[];
  readonly pointsOfNoReturn: readonly PointOfNoReturn[];
  readonly nodes: readonly NodeFate[];
  readonly workloads: readonly WorkloadFate[];
  readonly notes: readonly PlannedNote[];
  readonly cannotJudge: readonly CannotJudge[];
  /** Predicted time from start to end, without waiting for people. */
  readonly tookMs: number;
}

/** `blocked`: the run would stop there, before or after changes, and wait for people or end. */
export type Verdict =
  | { readonly kind: 'can-be-carried-out' }
  | { readonly kind: 'blocked'; readonly at: string; readonly failure: Failure; readonly changedBefore: boolean };

export interface PlannedPhase {
  /** `control plane` */
  readonly name: string;
  readonly startsMs: number;
  readonly tookMs: number;
  readonly steps: readonly PlannedStep[];
}

export interface PlannedStep {
  /** `start-control-plane-update`, or `wait` / `gate` where the run only waits. */
  readonly step: string;
  /** `controlPlane.starting` */
  readonly state: string;
  readonly what: string;
  readonly startsMs: number;
  readonly tookMs: number;
  /** Numbers of the actions it takes, from 1. */
  readonly actions: readonly number[];
  readonly remarks: readonly string[];
}

export interface PlannedAction {
  /** From 1. */
  readonly number: number;
  readonly atMs: number;
  /** `eks UpdateClusterVersion`, `kubernetes evict` … */
  readonly operation: string;
  /** What it is done to: `cluster ekstest`, `pod default/web-1`. */
  readonly object: string;
  /** Exact, but for tokens, resource versions and time stamps, which no plan can foretell. */
  readonly parameters: unknown;
}

export interface PlannedGate {
  readonly before: string;
  readonly atMs: number;
  readonly answeredBy: string;
}

export interface PointOfNoReturn {
  readonly action: number;
  readonly what: string;
  readonly why: string;
}

export interface NodeFate {
  readonly node: string;
  readonly group: string | null;
  readonly zone: string | null;
  readonly kubelet: string;
  readonly fate: 'removed' | 'new' | 'stays' | 'stays-unschedulable';
  readonly podsMoved: number;
}

export interface WorkloadFate {
  /** `Deployment/default/web`; `Pod/default/lonely` for a pod that nothing recreates. */
  readonly workload: string;
  readonly pods: number;
  /** Pods that were there and are gone in the end: moved when something recreates them. */
  readonly moved: number;
  readonly fate: 'moves' | 'stays' | 'lost' | 'not-back';
  /** Zone → pods, before and after. */
  readonly zonesBefore: Readonly<Record<string, number>>;
  readonly zonesAfter: Readonly<Record<string, number>>;
}

export interface PlannedNote {
  readonly id: string;
  readonly severity: string;
  readonly when: string;
  readonly text: string;
  readonly source: string;
}

export interface CannotJudge {
  readonly what: string;
  readonly why: string;
}
