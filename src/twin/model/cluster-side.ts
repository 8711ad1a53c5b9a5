import type { NodeObject, WorkloadObject } from './object.ts';
import type { Draft } from './store.ts';

/**
 * What EKS does to the Kubernetes cluster behind it. What it sees of the cluster it reads from the world's store; each act
 * here shows there sooner (in the model) or later (where the store only mirrors another API server).
 */
export interface ClusterSide {
  /** An instance has started, and its kubelet registers this node. */
  join(node: Draft<NodeObject>): void;
  /** The kubelet of a node reports it Ready. */
  becomeReady(name: string): void;
  /** Nothing is scheduled on the node any more, and its pods are deleted without a look at budgets; those of DaemonSets stay. */
  empty(name: string): void;
  /** The node's instance is terminated, and its Node object goes. */
  terminate(node: NodeObject): void;
  /** Puts labels on a node and takes others away. */
  relabel(node: NodeObject, add: Readonly<Record<string, string>>, remove: ReadonlySet<string>): void;
  /** Gives the first container of a workload's template another image. */
  setImage(resource: 'apps/deployments' | 'apps/daemonsets', workload: WorkloadObject, image: string): void;
  /** The API servers, and the controllers with them, are replaced by those of another minor version. */
  replaceApiServers(version: string): void;
  /** Whether `replaceApiServers` has come to its end. */
  areApiServersReplaced(): boolean;
}
