import { workloadOf } from '#domain/drain/owner';
import { isFinished } from '#domain/drain/pod-facts';
import { mustGo, selectPods } from '#domain/drain/select-pods';
import { readyOf } from '#domain/drain/workload-back';
import type { Live } from '#ports/kubernetes';
import { waitFor } from '../answer/wait-for.ts';
import { done } from '../step.ts';
import type { Steps, Touched } from '../table.ts';
import { liveStores, workloadsOf } from './live-stores.ts';

/** Which workloads the drain of a node touches, with their ready counts before the first eviction: they cannot be found out later. */
export const surveyNode: Steps['survey-node'] = {
  describe: ({ node }) => `note the workloads on node ${node}`,
  async run({ node }, ports, slice) {
    const live = await liveStores(ports, slice);
    if (live.kind === 'wait')
      return waitFor(slice, `the workloads on node ${node}`, 'the API server answers', live.reason);
    return done({ touched: touchedOn(node, live.value) });
  },
};

function touchedOn(node: string, live: Live): readonly Touched[] {
  const workloads = workloadsOf(live);
  const pods = live.pods().filter((it) => it.spec.nodeName === node && !isFinished(it));
  const leaving = mustGo(selectPods(pods, { cordonedAt: Number.POSITIVE_INFINITY, workloads }));
  const touched = new Map<string, Touched>();
  for (const pod of leaving) {
    const it = workloadOf(pod, workloads);
    // A DaemonSet's pods are not brought back here, and a Job has no ready count.
    if (it && it.kind !== 'DaemonSet') touched.set(it.metadata.uid, { uid: it.metadata.uid, ready: readyOf(it) });
  }
  return [...touched.values()].sort((a, b) => (a.uid < b.uid ? -1 : 1));
}
