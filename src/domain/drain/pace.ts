import type { Pod } from '#domain/kubernetes/pod';
import { budgetPace } from './budget-pace.ts';
import { explainLingering } from './explain.ts';
import { isTerminating } from './pod-facts.ts';
import type { Held, Scene, Turn } from './scene.ts';
import { inOrder, openWave, WAVES, waveOf } from './waves.ts';
import { workloadPace } from './workload-pace.ts';

/**
 * Which of the pods that have to go are evicted now, which wait and for what, and which need a person. One turn a pod,
 * in order. The evictions of one call are counted against each other, so all of them may be sent at once.
 */
export function pace(leaving: readonly Pod[], scene: Scene): readonly Turn[] {
  const last = openWave(leaving, scene.now - scene.since);
  const budgets = budgetPace(scene);
  const workloads = workloadPace(scene);
  return inOrder(leaving).map((pod): Turn => {
    if (isTerminating(pod)) return lingering(pod, scene);
    if (waveOf(pod) > last) return laterWave(pod);
    const held = scene.held.get(pod.metadata.uid);
    if (scene.granted.has(pod.metadata.uid)) return justGranted(pod);
    if (held && !isOver(held, scene)) return heldBack(pod, held);
    return budgets(pod) ?? workloads(pod);
  });
}

function lingering(pod: Pod, { node, now, stuckAfter }: Scene): Turn {
  const { stuck, ...wait } = explainLingering(pod, node, now, stuckAfter);
  if (!stuck) return { kind: 'wait', pod, ...wait };
  const { code, why } = wait;
  return { kind: 'fail', pod, code, why, hint: `${lookAt(pod)}; retry when it is gone` };
}

const lookAt = ({ metadata, spec }: Pod): string =>
  `look at the pod and its node: kubectl describe pod ${metadata.name} -n ${metadata.namespace}; kubectl describe node ${spec.nodeName}`;

const laterWave = (pod: Pod): Turn => ({
  kind: 'wait',
  pod,
  code: 'LATER_WAVE',
  why: `${WAVES[waveOf(pod)]} pods leave after the others`,
  endsWhen: 'the pods before it are gone',
});

const justGranted = (pod: Pod): Turn => ({
  kind: 'wait',
  pod,
  code: 'EVICTION_ACCEPTED',
  why: 'its eviction is accepted',
  endsWhen: 'the pod is gone',
});

function heldBack(pod: Pod, { code, why, endsWhen, until, hint }: Held): Turn {
  if (until === Number.POSITIVE_INFINITY) return { kind: 'fail', pod, code, why, hint };
  return { kind: 'wait', pod, code, why, endsWhen };
}

function isOver({ until, budget }: Held, { now, budgets }: Scene): boolean {
  if (now >= until) return true;
  if (budget === null) return false;
  const seen = budgets.find((it) => it.metadata.uid === budget.uid);
  return seen?.metadata.resourceVersion !== budget.resourceVersion;
}
