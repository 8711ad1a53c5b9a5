import { controllerOf, isFinished, type LeaseObject, type NodeObject, type PodObject } from '../model/object.ts';
import type { World } from '../model/world.ts';

const PREFIX = 'eks-upgrade-runbook/';
export const CORDONED_BY = `${PREFIX}cordoned-by`;
export const FOUND_CORDONED_BY = `${PREFIX}found-cordoned-by`;
export const RUN_TAG = `${PREFIX}run`;
export const REPLACES_TAG = `${PREFIX}replaces`;
/** Where the Lease is by which a run holds the cluster. */
export const LEASE_AT = { namespace: 'kube-system', name: 'eks-upgrade-runbook' } as const;

export const isOurMark = (key: string): boolean => key.startsWith(PREFIX);

/** The run that holds the cluster; null when none does: there is no Lease, or a run that has ended left it behind. */
export const holderOf = (world: World): string | null => leaseIn(world)?.spec.holderIdentity || null;

export const isLeaseThere = (world: World): boolean => leaseIn(world) !== undefined;

const leaseIn = ({ store }: World): LeaseObject | undefined =>
  store.get('coordination.k8s.io/leases', LEASE_AT.namespace, LEASE_AT.name);

/** The managed node group of a node. */
export const groupOf = (node: NodeObject | undefined): string | undefined =>
  node?.metadata.labels?.['eks.amazonaws.com/nodegroup'];

export const nodesIn = (world: World, group: string): readonly NodeObject[] =>
  world.store.list('nodes').filter((it) => groupOf(it) === group);

/** Pods that a node may carry when its group is deleted: of DaemonSets, static ones, and those that have ended. */
export const mayStay = (pod: PodObject): boolean =>
  controllerOf(pod)?.kind === 'DaemonSet' || isStatic(pod) || isFinished(pod);

export const isStatic = (pod: PodObject): boolean =>
  pod.metadata.annotations?.['kubernetes.io/config.mirror'] !== undefined;
