import { podName } from '#domain/drain/pod-facts';
import type { StepPorts } from '../step.ts';
import type { DrainMemory } from './drain-memory.ts';
import type { DrainView } from './drain-view.ts';

/** Tells which pods have left since the last look: gone, or replaced by one of the same name with another UID. */
export function noteGone(view: DrainView, memory: DrainMemory, { notify, time }: StepPorts): void {
  const here = new Set(view.leaving.map((it) => it.metadata.uid));
  for (const [uid, pod] of memory.leaving) {
    if (here.has(uid)) continue;
    notify({ code: 'pod-gone', data: { pod: podName(pod), node: pod.spec.nodeName ?? '' } });
    const granted = memory.granted.get(uid);
    if (granted) memory.granted.set(uid, { ...granted, goneAt: time.now() });
    memory.leaving.delete(uid);
  }
  for (const pod of view.leaving) memory.leaving.set(pod.metadata.uid, pod);
}
