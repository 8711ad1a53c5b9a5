import type { Pod } from '#domain/kubernetes/pod';
import type { DrainCode } from '#errors/catalogue/catalogue';
import { belongsTo, workloadOf } from './owner.ts';
import { isFinished, isReady, isTerminating, podName } from './pod-facts.ts';
import type { Granted, Scene, Turn } from './scene.ts';
import { whyUnready } from './workload-back.ts';

/** How long a replacement may take to appear after its forerunner is gone, ms: a StatefulSet makes it only then. */
const APPEARS_WITHIN = 30_000;

/** A pod of the workload on its way out or in. */
interface Open {
  readonly code: Extract<DrainCode, 'WORKLOAD_BUSY' | 'REPLACEMENT_PENDING'>;
  readonly why: string;
}

/** The turn of a pod without a budget: at most one pod of a workload is under way, from its eviction until its replacement is ready. */
export function workloadPace(scene: Scene): (pod: Pod) => Turn {
  const index = openByWorkload(scene);
  return (pod) => {
    const workload = belongsTo(pod, scene.workloads);
    const open = index().get(workload);
    // A pod that is not ready gives no service: holding it back would protect nothing.
    if (open && isReady(pod)) return wait(pod, workload, open);
    if (isReady(pod)) index().set(workload, { code: 'WORKLOAD_BUSY', why: `${podName(pod)} leaves first` });
    return { kind: 'evict', pod, budget: null, workload };
  };
}

const wait = (pod: Pod, workload: string, { code, why }: Open): Turn => ({
  kind: 'wait',
  pod,
  code,
  why: `one pod of ${workload} at a time: ${why}`,
  endsWhen: `the other pods of ${workload} are ready`,
});

/** Built when first asked for: most clusters guard most pods by budgets. */
function openByWorkload(scene: Scene): () => Map<string, Open> {
  let index: Map<string, Open> | undefined;
  return () => {
    index ??= new Map([...granted(scene), ...scene.pods.flatMap((pod) => underWay(pod, scene))]);
    return index;
  };
}

function underWay(pod: Pod, scene: Scene): readonly [string, Open][] {
  if (isFinished(pod)) return [];
  const workload = () => belongsTo(pod, scene.workloads);
  if (isTerminating(pod))
    return isLost(pod, scene) ? [] : [[workload(), { code: 'WORKLOAD_BUSY', why: `${podName(pod)} is terminating` }]];
  if (isReady(pod) || !isReplacement(pod, scene)) return [];
  return [[workload(), { code: 'REPLACEMENT_PENDING', why: `${podName(pod)} ${whyUnready(pod)}` }]];
}

function granted(scene: Scene): readonly [string, Open][] {
  return [...scene.granted.values()].flatMap((it): [string, Open][] => {
    const name = `${it.namespace}/${it.name}`;
    if (it.goneAt === null) return [[it.workload, { code: 'WORKLOAD_BUSY', why: `${name} is leaving` }]];
    if (scene.now - it.goneAt >= APPEARS_WITHIN || isComplete(it, scene)) return [];
    return [[it.workload, { code: 'REPLACEMENT_PENDING', why: `the replacement of ${name} has not appeared` }]];
  });
}

/** As many pods as the workload wants exist again; true also where we cannot read what it wants. */
function isComplete({ workload }: Granted, { pods, workloads }: Scene): boolean {
  const active = pods.filter((it) => !isTerminating(it) && !isFinished(it) && belongsTo(it, workloads) === workload);
  const [one] = active;
  const wanted = one ? workloadOf(one, workloads)?.spec.replicas : undefined;
  return wanted === undefined ? active.length > 0 : active.length >= wanted;
}

/** Timestamps of the API have whole seconds. */
const isReplacement = (pod: Pod, { since }: Scene): boolean =>
  Date.parse(pod.metadata.creationTimestamp) >= Math.floor(since / 1000) * 1000;

/** Terminating for so long that nobody should wait for it. */
const isLost = (pod: Pod, { now, stuckAfter }: Scene): boolean =>
  now - Date.parse(pod.metadata.deletionTimestamp ?? '') > stuckAfter;
