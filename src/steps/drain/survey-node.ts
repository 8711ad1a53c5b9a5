import { workloadOf } from '#domain/drain/owner';
import { isFinished } from '#domain/drain/pod-facts';
import { mustGo, selectPods } from '#domain/drain/select-pods';
import { readyOf } from '#domain/drain/workload-back';
import type { Live, Pod } from '#ports/kubernetes';
import { PACE, poll } from '../answer/poll.ts';
import { waitFor } from '../answer/wait-for.ts';
import { done } from '../step.ts';
import type { Steps, Touched } from '../table.ts';
import { liveStores, workloadsOf } from './live-stores.ts';
import { seeVolumePlaces } from './see-volume-places.ts';

/**
 * Which workloads the drain of a node touches, with their ready counts before the first eviction: they cannot be found out
 * later. Before that, that the pods can start again where their volumes are.
 */
export const surveyNode: Steps['survey-node'] = {
  describe: ({ node }) => `note the workloads on node ${node}`,
  run: ({ node }, ports, slice) =>
    poll(PACE.retry, ports, slice, async () => {
      const live = await liveStores(ports, slice);
      if (live.kind === 'wait')
        return waitFor(slice, `the workloads on node ${node}`, 'the API server answers', live.reason);
      const leaving = leavingOf(node, live.value);
      const places = await seeVolumePlaces(node, leaving, live.value, ports, slice);
      if (places.kind === 'wait')
        return waitFor(slice, `a place for the pods of node ${node}`, 'a node there takes pods', places.reason);
      return done({ touched: touchedBy(leaving, live.value) });
    }),
};

function leavingOf(node: string, live: Live): readonly Pod[] {
  const pods = live.pods().filter((it) => it.spec.nodeName === node && !isFinished(it));
  return mustGo(selectPods(pods, { cordonedAt: Number.POSITIVE_INFINITY, workloads: workloadsOf(live) }));
}

function touchedBy(leaving: readonly Pod[], live: Live): readonly Touched[] {
  const workloads = workloadsOf(live);
  const touched = new Map<string, Touched>();
  for (const pod of leaving) {
    const it = workloadOf(pod, workloads);
    // A DaemonSet's pods are not brought back here, and a Job has no ready count.
    if (it && it.kind !== 'DaemonSet') touched.set(it.metadata.uid, { uid: it.metadata.uid, ready: readyOf(it) });
  }
  return [...touched.values()].sort((a, b) => (a.uid < b.uid ? -1 : 1));
}
