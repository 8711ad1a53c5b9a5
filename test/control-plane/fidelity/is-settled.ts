import type { Served } from './seen.ts';

/** Whether nothing is under way: no pod on its way up or down, and no controller that has not seen what is there. */
export function isSettled(pods: readonly Served[], others: readonly Served[]): boolean {
  return pods.every(podIsSettled) && others.every((it) => controllerIsSettled(it, pods));
}

function podIsSettled({ metadata, spec, status }: Served): boolean {
  if (metadata.deletionTimestamp !== undefined) return false;
  const is = (type: string, wanted: string) =>
    status?.conditions?.some((it) => it.type === type && it.status === wanted);
  if (spec.nodeName === undefined) return is('PodScheduled', 'False') ?? false;
  if (status?.phase !== 'Running') return false;
  return (is('Ready', 'True') || metadata.annotations?.['kubelet.test/never-ready'] === 'true') ?? false;
}

function controllerIsSettled({ metadata, spec, status }: Served, pods: readonly Served[]): boolean {
  // A budget that fails keeps what it had: no generation, and evictions that it has forgotten.
  if (status?.conditions?.some((it) => it.reason === 'SyncFailed')) return true;
  if ((status?.observedGeneration ?? 0) < (metadata.generation ?? 0)) return false;
  if (Object.keys(status?.disruptedPods ?? {}).length > 0) return false;
  const own = pods.filter(
    (it) => it.metadata.ownerReferences?.some(({ kind }) => kind !== 'ReplicaSet') && belongs(it, metadata.uid),
  );
  if (status?.desiredNumberScheduled !== undefined) return own.length === status.desiredNumberScheduled;
  if (spec.podManagementPolicy === 'OrderedReady') return own.length === spec.replicas || own.some(isWaiting);
  if (spec.podManagementPolicy === 'Parallel') return own.length === spec.replicas;
  return spec.replicas === undefined || (status?.replicas ?? 0) === spec.replicas;
}

const belongs = (pod: Served, uid: string): boolean =>
  (pod.metadata.ownerReferences as readonly { readonly uid?: string }[] | undefined)?.some((it) => it.uid === uid) ??
  false;

/** The one that keeps those after it from being made. */
const isWaiting = ({ status }: Served): boolean =>
  !status?.conditions?.some((it) => it.type === 'Ready' && it.status === 'True');
