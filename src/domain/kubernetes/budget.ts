import type { Condition, LabelSelector, Metadata } from './metadata.ts';

/** A PodDisruptionBudget (the fields of policy/v1 and policy/v1beta1 are the same; an empty selector means different things, see `apiVersion`). */
export interface Budget {
  readonly apiVersion: 'policy/v1' | 'policy/v1beta1';
  readonly metadata: Metadata;
  readonly spec: {
    readonly minAvailable?: number | string;
    readonly maxUnavailable?: number | string;
    readonly selector?: LabelSelector | null;
    readonly unhealthyPodEvictionPolicy?: 'IfHealthyBudget' | 'AlwaysAllow';
  };
  readonly status: {
    readonly observedGeneration?: number;
    readonly disruptionsAllowed: number;
    readonly currentHealthy: number;
    readonly desiredHealthy: number;
    readonly expectedPods: number;
    /** Pod name → when its eviction was granted; the pod is not yet seen as deleted. */
    readonly disruptedPods?: Readonly<Record<string, string>>;
    readonly conditions?: readonly Condition[];
  };
}
