import type { Budget, Claim, Lease, Node, Pod, Volume, Workload } from '#ports/kubernetes';

export type Metadata = Pod['metadata'] & { readonly generateName?: string };
export type OwnerReference = NonNullable<Metadata['ownerReferences']>[number];
export type Condition = NonNullable<Pod['status']['conditions']>[number];
export type LabelSelector = Workload['spec']['selector'];
export type LabelRequirement = NonNullable<LabelSelector['matchExpressions']>[number];
export type Taint = NonNullable<Node['spec']['taints']>[number];
export type Toleration = NonNullable<Pod['spec']['tolerations']>[number];

/** A Kubernetes object as the API serves it. Never changed in place: a write puts a new object into the store. */
export interface WireObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Metadata;
  readonly spec?: unknown;
  readonly status?: unknown;
}

type Wire<Shape> = Shape & { readonly apiVersion: string; readonly kind: string; readonly metadata: Metadata };

export interface SelectorTerm {
  readonly matchExpressions?: readonly LabelRequirement[];
  readonly matchFields?: readonly LabelRequirement[];
}

export interface NodeSelection {
  readonly nodeSelectorTerms: readonly SelectorTerm[];
}

/** Other pods near which, or far from which, a pod wants to run. */
export interface PodTerm {
  readonly topologyKey: string;
  readonly labelSelector?: LabelSelector;
  /** Default: the namespace of the pod that has the term. */
  readonly namespaces?: readonly string[];
}

export interface PodTerms {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: readonly PodTerm[];
  readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly {
    readonly weight: number;
    readonly podAffinityTerm: PodTerm;
  }[];
}

export interface SpreadConstraint {
  readonly maxSkew: number;
  readonly topologyKey: string;
  readonly whenUnsatisfiable: 'DoNotSchedule' | 'ScheduleAnyway';
  readonly labelSelector?: LabelSelector;
  readonly matchLabelKeys?: readonly string[];
  readonly minDomains?: number;
  readonly nodeAffinityPolicy?: 'Honor' | 'Ignore';
  readonly nodeTaintsPolicy?: 'Honor' | 'Ignore';
}

/** What the model reads from a pod beyond what steps may rely on. */
export type PodSpec = Pod['spec'] & {
  readonly affinity?: {
    readonly nodeAffinity?: {
      readonly requiredDuringSchedulingIgnoredDuringExecution?: NodeSelection;
      readonly preferredDuringSchedulingIgnoredDuringExecution?: readonly {
        readonly weight: number;
        readonly preference: SelectorTerm;
      }[];
    };
    readonly podAffinity?: PodTerms;
    readonly podAntiAffinity?: PodTerms;
  };
  readonly topologySpreadConstraints?: readonly SpreadConstraint[];
};

export type PodObject = Wire<Omit<Pod, 'spec' | 'status'>> & {
  readonly spec: PodSpec;
  readonly status: Pod['status'] & { readonly startTime?: string; readonly hostIP?: string };
};

export type NodeObject = Wire<Omit<Node, 'status'>> & {
  readonly status: Node['status'] & {
    readonly addresses?: readonly { readonly type: string; readonly address: string }[];
  };
};

export type WorkloadObject = Wire<Omit<Workload, 'spec' | 'kind'>> & {
  readonly spec: Workload['spec'] & {
    readonly strategy?: Rollout;
    readonly updateStrategy?: Rollout;
    readonly podManagementPolicy?: 'OrderedReady' | 'Parallel';
    readonly volumeClaimTemplates?: readonly {
      readonly metadata: { readonly name: string };
      readonly spec: Claim['spec'];
    }[];
  };
};

export interface Rollout {
  readonly type?: string;
  readonly rollingUpdate?: { readonly maxSurge?: number | string; readonly maxUnavailable?: number | string };
}

export type BudgetObject = Wire<Omit<Budget, 'apiVersion'>>;
export type VolumeObject = Wire<Volume>;
export type ClaimObject = Wire<Claim>;
export type LeaseObject = Wire<Lease>;

/** The kinds whose content the model reads; all others are kept as they are. */
interface Kinds {
  readonly pods: PodObject;
  readonly nodes: NodeObject;
  readonly persistentvolumes: VolumeObject;
  readonly persistentvolumeclaims: ClaimObject;
  readonly 'apps/deployments': WorkloadObject;
  readonly 'apps/replicasets': WorkloadObject;
  readonly 'apps/statefulsets': WorkloadObject;
  readonly 'apps/daemonsets': WorkloadObject;
  readonly 'policy/poddisruptionbudgets': BudgetObject;
  readonly 'coordination.k8s.io/leases': LeaseObject;
}

/** `pods`, `apps/deployments`: group and plural, without a version. */
export type ObjectOf<Resource extends string> = Resource extends keyof Kinds ? Kinds[Resource] : WireObject;

/** A Kubernetes time stamp: RFC 3339 in whole seconds. */
export const timestamp = (instant: number): string => `${new Date(instant).toISOString().slice(0, 19)}Z`;

export const controllerOf = (object: WireObject): OwnerReference | undefined =>
  object.metadata.ownerReferences?.find((it) => it.controller === true);

export const isReady = (object: { readonly status?: unknown }): boolean =>
  ((object.status ?? {}) as { conditions?: readonly Condition[] }).conditions?.some(
    (it) => it.type === 'Ready' && it.status === 'True',
  ) ?? false;

/** A node whose kubelet has been silent for too long. */
export const isUnheardOf = (node: NodeObject): boolean =>
  node.status.conditions?.some((it) => it.type === 'Ready' && it.status === 'Unknown') ?? false;

export const isFinished = (pod: PodObject): boolean =>
  pod.status.phase === 'Succeeded' || pod.status.phase === 'Failed';

/** A pod that its controller counts: neither finished nor being deleted. */
export const isActive = (pod: PodObject): boolean => !isFinished(pod) && pod.metadata.deletionTimestamp === undefined;
