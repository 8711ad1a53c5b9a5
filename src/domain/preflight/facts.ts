import type { Answered } from '../answers/answered.ts';
import type { Clocks } from '../clock/difference.ts';
import type { Addon } from '../eks/addon.ts';
import type { Cluster } from '../eks/cluster.ts';
import type { Nodegroup } from '../eks/nodegroup.ts';
import type { InstanceTypeLimits, Subnet } from '../eks/subnet.ts';
import type { Update } from '../eks/update.ts';
import type { Budget } from '../kubernetes/budget.ts';
import type { Node } from '../kubernetes/node.ts';
import type { Pod } from '../kubernetes/pod.ts';
import type { PodSecurityPolicy } from '../kubernetes/pod-security-policy.ts';
import type { Workload } from '../kubernetes/workload.ts';
import type { KubernetesRight } from '../rights/kubernetes-right.ts';
import type { Insights, RemovedKind } from './removed-apis.ts';

/** Everything a check may know. */
export interface Facts {
  readonly cluster: Cluster;
  /** GET /version of the API server; `clocks` where it told its own time. */
  readonly apiServer: { readonly gitVersion: string; readonly clocks?: Clocks };
  /** Each right that the wanted phases need, and whether the API server grants it. */
  readonly rights: readonly RightAnswer[];
  readonly nodegroups: readonly Nodegroup[];
  /** The add-ons that EKS manages. */
  readonly addons: readonly Addon[];
  readonly nodes: readonly Node[];
  readonly pods: readonly Pod[];
  readonly workloads: readonly Workload[];
  readonly budgets: readonly Budget[];
  /** `eks.privileged`; null when the API server says there is none. */
  readonly privilegedPolicy: PodSecurityPolicy | null;
  /** Of the APIs that the target no longer serves those that are served now, with their objects. */
  readonly removedKinds: readonly RemovedKind[];
  readonly insights: Insights;
  /** The subnets of the cluster and of its node groups. */
  readonly subnets: readonly Subnet[];
  /** The instance types of the node groups. */
  readonly instanceTypes: readonly InstanceTypeLimits[];
  /** Updates InProgress, of the cluster and of its node groups. */
  readonly updates: readonly RunningUpdate[];
}

export type FactName = keyof Facts;

/** The facts that were gathered: each an answer, which may be missing. */
export type ClusterFacts = { readonly [Name in FactName]?: Answered<Facts[Name]> };

export interface RightAnswer {
  readonly right: KubernetesRight;
  readonly allowed: boolean;
  /** The API server's words; may be empty. */
  readonly reason: string;
}

export interface RunningUpdate {
  /** Null: of the cluster itself. */
  readonly nodegroup: string | null;
  readonly update: Update;
}
