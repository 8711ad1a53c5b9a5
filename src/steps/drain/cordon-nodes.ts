import { nodesOfGroup } from '#domain/drain/marks';
import { PACE, poll } from '../answer/poll.ts';
import { valueOrWait } from '../answer/value-or-wait.ts';
import { waitFor } from '../answer/wait-for.ts';
import { done } from '../step.ts';
import type { Steps } from '../table.ts';
import { cordonNode } from './cordon-node.ts';

/** Closes every node of the group, so that no evicted pod lands on one that is drained next. */
export const cordonNodes: Steps['cordon-nodes'] = {
  describe: ({ group }) => `cordon all nodes of group ${group}`,
  run: (input, ports, slice) =>
    poll(PACE.retry, ports, slice, async () => {
      const what = `the cordons of group ${input.group}`;
      const listed = valueOrWait(await ports.kubernetes.listNodes(), 'list nodes');
      if (listed.kind === 'wait') return waitFor(slice, what, 'the API server answers', listed.reason);
      const nodes = nodesOfGroup(listed.value, input.group);
      for (const node of nodes) {
        if (ports.time.now() >= slice.end) return waitFor(slice, what, 'every node is cordoned');
        const outcome = await cordonNode(node, input.runId, ports, slice);
        if (outcome === 'interrupted') return waitFor(slice, what, 'every node is cordoned');
      }
      return done({ nodes: nodes.length });
    }),
};
