import type { Access } from '#domain/kubernetes/access';
import type { Budget } from '#domain/kubernetes/budget';
import type { Lease } from '#domain/kubernetes/lease';
import type { Node } from '#domain/kubernetes/node';
import type { Pod } from '#domain/kubernetes/pod';
import type { PodSecurityPolicy } from '#domain/kubernetes/pod-security-policy';
import type { Claim, Volume } from '#domain/kubernetes/volume';
import type { Workload } from '#domain/kubernetes/workload';
import type { ServedKind, Written } from '#domain/kubernetes/written';
import type { Answer } from './answer.ts';

export type { Access, Budget, Claim, Lease, Node, Pod, PodSecurityPolicy, ServedKind, Volume, Workload, Written };

/**
 * What we need from the Kubernetes API. Objects have the API's own field names; lists are complete (all pages) and
 * sorted by namespace, then name. One call is one try: retrying is the caller's decision.
 */
export interface Kubernetes {
  /** GET /version, always on a new connection, so that each API server behind the endpoint gets asked. */
  version(): Promise<Answer<ServerVersion>>;
  /** SelfSubjectAccessReview. */
  mayI(access: Access): Promise<Answer<{ readonly allowed: boolean; readonly reason: string }>>;
  /** From the resource list of core v1, entry `pods/eviction`; null when the server has no such subresource. Asked anew each time. */
  evictionVersion(): Promise<Answer<'policy/v1' | 'policy/v1beta1' | null>>;
  listNodes(): Promise<Answer<readonly Node[]>>;
  getNode(name: string): Promise<Answer<Node>>;
  /** Merge patch; put `metadata.resourceVersion` into it to make it conditional (409 Conflict otherwise). */
  patchNode(name: string, patch: NodePatch): Promise<Answer<Node>>;
  /** A fresh, consistent list; with `node`, by field selector `spec.nodeName`. */
  listPods(where?: { readonly node?: string }): Promise<Answer<readonly Pod[]>>;
  listBudgets(): Promise<Answer<readonly Budget[]>>;
  /** Deployments, StatefulSets, DaemonSets and ReplicaSets of all namespaces, sorted by kind, namespace, name. */
  listWorkloads(): Promise<Answer<readonly Workload[]>>;
  listVolumes(): Promise<Answer<readonly Volume[]>>;
  listClaims(): Promise<Answer<readonly Claim[]>>;
  /** From discovery: the kinds of one version of a group (`storage.k8s.io/v1beta1`); none when the server does not serve it. */
  listKinds(apiVersion: string): Promise<Answer<readonly ServedKind[]>>;
  /** All objects of a resource, by name alone, with the versions in which they have been written. */
  listWritten(of: { readonly apiVersion: string; readonly resource: string }): Promise<Answer<readonly Written[]>>;
  /** Refused with 404 both when the policy is missing and when the server no longer knows the kind (1.25 and newer). */
  getPodSecurityPolicy(name: string): Promise<Answer<PodSecurityPolicy>>;
  /** POST pods/eviction with the UID as precondition; never sends a grace period. The value says: accepted, not yet gone. */
  evict(eviction: Eviction): Promise<Answer<'accepted'>>;
  getLease(name: LeaseName): Promise<Answer<Lease>>;
  /** 409 AlreadyExists when there is one. */
  createLease(lease: LeaseName & LeaseContent): Promise<Answer<Lease>>;
  /** Sets annotations of the Lease, only while it is as it was read: 409 Conflict when its resourceVersion is another. */
  markLease(mark: LeaseMark): Promise<Answer<Lease>>;
  /** The same, and from then on `holderIdentity` holds it. */
  takeLease(lease: LeaseMark & LeaseContent): Promise<Answer<Lease>>;
  /** On the same condition: from then on nobody holds it. It stays, with its annotations. */
  releaseLease(lease: LeaseVersion): Promise<Answer<Lease>>;
  /**
   * The shared stores (watches) of pods, nodes, budgets and workloads. Opened at the first call, then kept up to date
   * by themselves; reconnecting, 410 and expired tokens are the adapter's business. `Time.until` returns `changed`
   * whenever one of them changed.
   */
  live(): Promise<Answer<Live>>;
  /** Ends the watches and connections. */
  close(): Promise<void>;
}

export interface ServerVersion {
  readonly gitVersion: string;
  /** The server's clock as it answered, RFC 3339 in whole seconds, from the HTTP header `Date`; absent when there was none. */
  readonly date?: string;
}

/** The stores as they are at this moment, each sorted as the lists are. */
export interface Live {
  pods(): readonly Pod[];
  nodes(): readonly Node[];
  budgets(): readonly Budget[];
  workloads(): readonly Workload[];
}

/** A merge patch (RFC 7396) of a Node: null takes a field away; an array replaces the array. */
export interface NodePatch {
  readonly metadata?: {
    readonly resourceVersion?: string;
    readonly labels?: Readonly<Record<string, string | null>>;
    readonly annotations?: Readonly<Record<string, string | null>>;
  };
  readonly spec?: { readonly unschedulable?: boolean | null; readonly taints?: Node['spec']['taints'] | null };
}

export interface Eviction {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly apiVersion: 'policy/v1' | 'policy/v1beta1';
}

export interface LeaseName {
  readonly namespace: string;
  readonly name: string;
}

/** A Lease as it was read. */
export interface LeaseVersion extends LeaseName {
  readonly resourceVersion: string;
}

export interface LeaseMark extends LeaseVersion {
  readonly annotations: Readonly<Record<string, string>>;
}

export interface LeaseContent {
  readonly holderIdentity: string;
  readonly annotations: Readonly<Record<string, string>>;
}
