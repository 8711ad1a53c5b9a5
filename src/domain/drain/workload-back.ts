import type { Pod } from '#domain/kubernetes/pod';
import type { Workload } from '#domain/kubernetes/workload';
import { belongsTo, workloadName } from './owner.ts';
import { conditionOf, isFinished, isReady, isTerminating, podName } from './pod-facts.ts';

export type Comeback =
  | { readonly kind: 'back'; readonly ready: number }
  /** Deleted, or deleted and made anew: what we remember is about another object. */
  | { readonly kind: 'deleted' }
  | { readonly kind: 'waits'; readonly why: string };

/** Whether a workload has as many ready pods as before the drain, or as it wants now if that is less. */
export function decideComeback(
  before: { readonly uid: string; readonly ready: number },
  now: Workload | undefined,
): Comeback {
  if (now?.metadata.uid !== before.uid) return { kind: 'deleted' };
  const { generation = 0 } = now.metadata;
  if ((now.status.observedGeneration ?? generation) < generation) {
    return { kind: 'waits', why: 'its controller has not seen its latest change yet' };
  }
  const ready = readyOf(now);
  const wanted = Math.min(before.ready, desiredOf(now));
  return ready >= wanted ? { kind: 'back', ready } : { kind: 'waits', why: `${ready} of ${wanted} ready` };
}

/** How many pods of it are ready. */
export const readyOf = ({ status }: Workload): number => status.readyReplicas ?? status.numberReady ?? 0;

const desiredOf = ({ spec, status }: Workload): number => spec.replicas ?? status.desiredNumberScheduled ?? 1;

/** Why pods of a workload are not ready: the scheduler's or the kubelet's own words, one line a pod. */
export function unreadyPods(
  workload: Workload,
  pods: readonly Pod[],
  workloads: ReadonlyMap<string, Workload>,
): readonly string[] {
  const name = workloadName(workload);
  return pods
    .filter((it) => !isReady(it) && !isTerminating(it) && !isFinished(it) && belongsTo(it, workloads) === name)
    .map((it) => `${podName(it)} ${whyUnready(it)}`);
}

/** `cannot be placed: 0/3 nodes are available …` */
export function whyUnready(pod: Pod): string {
  const scheduled = conditionOf(pod, 'PodScheduled');
  if (scheduled?.status === 'False')
    return `cannot be placed: ${scheduled.message ?? scheduled.reason ?? 'no reason given'}`;
  const ready = conditionOf(pod, 'Ready');
  return `is not ready: ${ready?.message ?? ready?.reason ?? pod.status.phase ?? 'no status yet'}`;
}
