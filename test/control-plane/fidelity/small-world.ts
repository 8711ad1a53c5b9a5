import type { NodeObject } from '#twin/model/object';

/** A Kubernetes object to be made, as a client sends it. */
export interface Wanted {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string; readonly [key: string]: unknown };
  readonly [key: string]: unknown;
}

/** A few nodes in a namespace of its own, and what happens there. */
export interface SmallWorld {
  /** Also its namespace. */
  readonly name: string;
  readonly nodes: readonly NodeObject[];
  /** One after the other, each when all has come to rest. */
  readonly steps: readonly Step[];
}

export type Step =
  | { readonly kind: 'apply'; readonly objects: readonly Wanted[] }
  | { readonly kind: 'cordon'; readonly node: string; readonly isClosed: boolean }
  /** Evictions in one go, without a wait between them. */
  | { readonly kind: 'evict'; readonly picks: readonly Pick[] };

/** One of the pods of a workload: the `index`-th by node and name, counted round. */
export interface Pick {
  readonly workload: string;
  readonly index: number;
}

/** The label and the taint by which the nodes of one world are its own. */
export const WORLD = 'fidelity.test/world';
/** The label by which a pod names its workload. */
export const WORKLOAD = 'fidelity.test/workload';
export const ZONE = 'topology.kubernetes.io/zone';
export const GROUP = 'eks.amazonaws.com/nodegroup';
export const HOSTNAME = 'kubernetes.io/hostname';
