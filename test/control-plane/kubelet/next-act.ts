import type { PodTimes } from './pod-times.ts';
import { isTrue, type SeenPod } from './seen-pod.ts';

/**
 * What a kubelet does to a pod: `prepare` starts its init containers, `run` its containers, `ready` and `unready` report what
 * its probes and gates say, `complete` reports that its work is done, `remove` that nothing of it is left.
 */
export type Act = 'prepare' | 'run' | 'ready' | 'unready' | 'complete' | 'remove';

/** Stages of a pod's life as its kubelet sees them. */
export type Stage = 'bound' | 'running' | 'ready' | 'finished' | 'stopping';

/** The next act and the instant at which it is due (ms; Infinity: never); null when nothing is left to do. */
export interface NextAct {
  readonly act: Act;
  readonly at: number;
}

/** What comes next for a pod that entered its stage at `since` (ms). Decides by what the API server shows, and so goes on after a restart. */
export function nextAct(pod: SeenPod, since: number, times: PodTimes): NextAct | null {
  switch (stageOf(pod)) {
    case 'stopping':
      return stopping(pod, since, times);
    case 'finished':
      return null;
    case 'bound':
      if (needsPreparing(pod)) return { act: 'prepare', at: since };
      return { act: 'run', at: since + times.start };
    case 'running':
      return { act: 'ready', at: since + times.ready };
    case 'ready':
      if (isTrue(pod, 'Ready') !== gatesAreOpen(pod)) return { act: 'ready', at: since };
      return { act: 'complete', at: since + times.run };
  }
}

/** The stage that a pod is in. */
export function stageOf(pod: SeenPod): Stage {
  if (pod.metadata.deletionTimestamp !== undefined) return 'stopping';
  const { phase } = pod.status;
  if (phase === 'Succeeded' || phase === 'Failed') return 'finished';
  if (phase !== 'Running') return 'bound';
  return isTrue(pod, 'ContainersReady') ? 'ready' : 'running';
}

/** Whether everybody who has a say in the readiness of the pod, apart from its kubelet, agrees. */
export const gatesAreOpen = (pod: SeenPod): boolean =>
  opensGates(pod) || (pod.spec.readinessGates ?? []).every((it) => isTrue(pod, it.conditionType));

/** Gates are their owners' business, unless the pod says that nobody else looks after them. */
export const opensGates = (pod: SeenPod): boolean => pod.metadata.annotations?.['kubelet.test/opens-gates'] === 'true';

function stopping(pod: SeenPod, since: number, times: PodTimes): NextAct {
  if (isTrue(pod, 'Ready') && !isOver(pod)) return { act: 'unready', at: since };
  const grace = (pod.metadata.deletionGracePeriodSeconds ?? 0) * 1000;
  // A pod that refuses to finish outlives its grace period too: that is what a stuck volume or runtime looks like.
  const wait = times.stop === Number.POSITIVE_INFINITY ? times.stop : Math.min(times.stop, grace);
  return { act: 'remove', at: since + (isOver(pod) ? 0 : wait) };
}

const isOver = (pod: SeenPod): boolean => pod.status.phase === 'Succeeded' || pod.status.phase === 'Failed';

const needsPreparing = (pod: SeenPod): boolean =>
  (pod.spec.initContainers ?? []).length > 0 && pod.status.startTime === undefined;
