import type { LabelSelector, Metadata } from './metadata.ts';
import type { PodSpec } from './pod.ts';

export type WorkloadKind = 'Deployment' | 'StatefulSet' | 'DaemonSet' | 'ReplicaSet';

/** A controller of pods from apps/v1. `kind` is always filled in, also where a list of the API leaves it out. */
export interface Workload {
  readonly kind: WorkloadKind;
  readonly metadata: Metadata;
  readonly spec: {
    /** Absent for a DaemonSet. */
    readonly replicas?: number;
    readonly selector: LabelSelector;
    readonly template: {
      readonly metadata?: {
        readonly labels?: Readonly<Record<string, string>>;
        readonly annotations?: Readonly<Record<string, string>>;
      };
      readonly spec: PodSpec;
    };
  };
  readonly status: {
    readonly observedGeneration?: number;
    readonly replicas?: number;
    readonly readyReplicas?: number;
    readonly updatedReplicas?: number;
    /** DaemonSet only. */
    readonly desiredNumberScheduled?: number;
    /** DaemonSet only. */
    readonly numberReady?: number;
  };
}
