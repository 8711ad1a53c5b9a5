import { nodesOfGroup } from '#domain/drain/marks';
import { decideWaitingTaint } from '#domain/drain/waiting-taint';
import type { Node } from '#ports/kubernetes';
import { PACE, poll } from '../answer/poll.ts';
import { isAbsent, valueOrWait } from '../answer/value-or-wait.ts';
import { waitFor } from '../answer/wait-for.ts';
import { done, type StepPorts } from '../step.ts';
import type { Steps } from '../table.ts';

/** Makes the nodes of the groups that are rotated later unattractive. A courtesy to the pods: a node that keeps changing is left. */
export const taintWaitingNodes: Steps['taint-waiting-nodes'] = {
  describe: ({ groups }) => `make the nodes of groups that come later unattractive: ${groups.join(', ')}`,
  run: (input, ports, slice) =>
    poll(PACE.retry, ports, slice, async () => {
      const what = 'the soft taint of the groups that come later';
      const listed = valueOrWait(await ports.kubernetes.listNodes(), 'list nodes');
      if (listed.kind === 'wait') return waitFor(slice, what, 'the API server answers', listed.reason);
      for (const node of input.groups.flatMap((group) => nodesOfGroup(listed.value, group))) {
        if (slice.signal.aborted || ports.time.now() >= slice.end) return waitFor(slice, what, 'every node carries it');
        const patched = await taint(node, input.runId, ports);
        if (patched.kind === 'wait') return waitFor(slice, what, 'the API server takes the patch', patched.reason);
      }
      return done({});
    }),
};

type Patched = { readonly kind: 'value' } | { readonly kind: 'wait'; readonly reason: string };

/** A conflict means that the node has changed: the next look decides again. */
async function taint(node: Node, runId: string, { kubernetes }: StepPorts): Promise<Patched> {
  const decision = decideWaitingTaint(node, runId);
  if (decision.kind !== 'taint') return { kind: 'value' };
  const answer = await kubernetes.patchNode(node.metadata.name, decision.patch);
  if (isAbsent(answer)) return { kind: 'value' };
  if (answer.kind === 'refused' && answer.status === 409)
    return { kind: 'wait', reason: `node ${node.metadata.name} has changed` };
  return valueOrWait(answer, `taint node ${node.metadata.name}`);
}
