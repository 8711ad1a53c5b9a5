import { cordonedAt, nodesOfGroup } from '#domain/drain/marks';
import { mustGo, selectPods } from '#domain/drain/select-pods';
import type { Live, Node } from '#ports/kubernetes';
import { waitFor } from '../answer/wait-for.ts';
import { done } from '../step.ts';
import type { Steps } from '../table.ts';
import { cordonNode } from './cordon-node.ts';
import { liveStores, workloadsOf } from './live-stores.ts';
import { seeStillFrozen } from './see-still-frozen.ts';

/**
 * The oldest node of the group that has to be emptied; nodes that joined the group or were opened meanwhile are cordoned
 * first. Nobody else may change the group while it is drained.
 */
export const chooseNode: Steps['choose-node'] = {
  describe: ({ group }) => `choose the next node of group ${group}`,
  async run(input, ports, slice) {
    const what = `the next node of group ${input.group}`;
    const live = await liveStores(ports, slice);
    if (live.kind === 'wait') return waitFor(slice, what, 'the API server answers', live.reason);
    const frozen = await seeStillFrozen(input, ports);
    if (frozen.kind === 'wait') return waitFor(slice, what, 'EKS describes the group', frozen.reason);
    const nodes = nodesOfGroup(live.value.nodes(), input.group);
    for (const node of nodes.filter((it) => !it.spec.unschedulable || cordonedAt(it, input.runId) === null)) {
      const outcome = await cordonNode(node, input.runId, ports, slice);
      if (outcome === 'interrupted') return waitFor(slice, what, 'the nodes that joined are cordoned');
    }
    return done({ node: oldestWithPods(nodes, live.value, input.runId) });
  },
};

function oldestWithPods(nodes: readonly Node[], live: Live, runId: string): string | null {
  const workloads = workloadsOf(live);
  const occupied = new Set<string>();
  const byName = new Map(nodes.map((it) => [it.metadata.name, it]));
  for (const pod of live.pods()) {
    const node = byName.get(pod.spec.nodeName ?? '');
    if (!node || occupied.has(node.metadata.name)) continue;
    const facts = { cordonedAt: cordonedAt(node, runId) ?? Number.POSITIVE_INFINITY, workloads };
    if (mustGo(selectPods([pod], facts)).length > 0) occupied.add(node.metadata.name);
  }
  return nodes.find((it) => occupied.has(it.metadata.name))?.metadata.name ?? null;
}
