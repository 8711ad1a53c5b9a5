import { reasonsOf } from './pending-reasons.ts';
import { WORKLOAD } from './small-world.ts';

/** What both sides show of a world at rest. */
export interface Seen {
  readonly pods: readonly SeenPod[];
  readonly budgets: readonly SeenBudget[];
}

export interface SeenPod {
  readonly name: string;
  readonly uid: string;
  readonly workload: string;
  /** Kind of its controller; null for a bare pod. */
  readonly owner: string | null;
  readonly node: string | null;
  readonly isTerminating: boolean;
  /** Why it is pending, as counts and reasons; null when it has a node. */
  readonly pending: string | null;
  /** Why it was pending at other looks, the one that would be taken now included; empty when that is not known. */
  readonly pendingElse: readonly string[];
}

export interface SeenBudget {
  readonly name: string;
  readonly disruptionsAllowed: number;
  readonly currentHealthy: number;
  readonly desiredHealthy: number;
  readonly expectedPods: number;
  /** Status and reason of the condition. */
  readonly condition: string;
}

/** What the API serves, as far as it is compared. */
export interface Served {
  readonly metadata: {
    readonly name: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly generation?: number;
    readonly labels?: Readonly<Record<string, string>>;
    readonly annotations?: Readonly<Record<string, string>>;
    readonly ownerReferences?: readonly { readonly kind: string }[];
    readonly deletionTimestamp?: string;
  };
  readonly spec: { readonly nodeName?: string; readonly replicas?: number; readonly podManagementPolicy?: string };
  readonly status?: {
    readonly phase?: string;
    readonly observedGeneration?: number;
    readonly replicas?: number;
    readonly desiredNumberScheduled?: number;
    readonly disruptionsAllowed?: number;
    readonly currentHealthy?: number;
    readonly desiredHealthy?: number;
    readonly expectedPods?: number;
    readonly disruptedPods?: object;
    readonly conditions?: readonly {
      readonly type: string;
      readonly status: string;
      readonly reason?: string;
      readonly message?: string;
    }[];
  };
}

/** `nodes`: how many the world has. */
export const seenOf = (pods: readonly Served[], budgets: readonly Served[], nodes: number): Seen => ({
  pods: pods.map((it) => podOf(it, nodes)),
  budgets: budgets.map(budgetOf),
});

function podOf({ metadata, spec, status }: Served, nodes: number): SeenPod {
  const scheduled = status?.conditions?.find((it) => it.type === 'PodScheduled');
  return {
    name: metadata.name,
    uid: metadata.uid,
    workload: metadata.labels?.[WORKLOAD] ?? '',
    owner: metadata.ownerReferences?.[0]?.kind ?? null,
    node: spec.nodeName ?? null,
    isTerminating: metadata.deletionTimestamp !== undefined,
    pending: spec.nodeName === undefined ? reasonsOf(scheduled?.message ?? '', nodes) : null,
    pendingElse: [],
  };
}

function budgetOf({ metadata, status }: Served): SeenBudget {
  const condition = status?.conditions?.find((it) => it.type === 'DisruptionAllowed');
  return {
    name: metadata.name,
    disruptionsAllowed: status?.disruptionsAllowed ?? 0,
    currentHealthy: status?.currentHealthy ?? 0,
    desiredHealthy: status?.desiredHealthy ?? 0,
    expectedPods: status?.expectedPods ?? 0,
    condition: `${condition?.status} ${condition?.reason}`,
  };
}
