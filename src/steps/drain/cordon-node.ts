import { wordsOf } from '#domain/answers/classify';
import { lackError } from '#domain/answers/lack-error';
import { decideCordon } from '#domain/drain/cordon';
import { UpgradeError } from '#errors/upgrade-error';
import type { Node } from '#ports/kubernetes';
import { PACE, sleepUntil } from '../answer/poll.ts';
import { isAbsent } from '../answer/value-or-wait.ts';
import type { Slice, StepPorts } from '../step.ts';

/** How often a node is looked at again after a conflict or a hiccup before the cordon counts as failed. */
const LOOKS = 6;

/**
 * Closes a node with our mark, in one conditional patch. `cordoned`, or why nothing was done; throws when it stays open,
 * so that nothing is evicted from a node that still takes pods.
 */
export async function cordonNode(
  first: Node,
  runId: string,
  ports: StepPorts,
  slice: Slice,
): Promise<'cordoned' | 'already' | 'node-gone' | 'interrupted'> {
  let node: Node | null = first;
  let words = '';
  for (let look = 0; look < LOOKS; look += 1) {
    if (node === null) return 'node-gone';
    const decision = decideCordon(node, runId, ports.time.now());
    if (!('patch' in decision)) return already(node, decision.kind === 'foreign-already', ports);
    if (slice.signal.aborted) return 'interrupted';
    const answer = await ports.kubernetes.patchNode(node.metadata.name, decision.patch);
    if (answer.kind === 'value' && answer.value.spec.unschedulable)
      return decision.kind === 'cordon' ? cordoned(node, ports) : already(node, true, ports);
    if (isAbsent(answer)) return 'node-gone';
    words = answer.kind === 'value' ? 'the patch was accepted, but the node is schedulable still' : wordsOf(answer);
    if (answer.kind !== 'value' && !isConflict(answer)) {
      const error = lackError(answer, `cordon node ${node.metadata.name}`);
      if (error) throw error;
      await sleepUntil(ports.time.now() + PACE.retry, ports.time, slice.signal);
    }
    node = await lookAgain(node, ports);
  }
  throw new UpgradeError(
    'CordonFailed',
    `node ${first.metadata.name} could not be cordoned in ${LOOKS} tries: ${words}`,
    {
      hint: `nothing was evicted from it; find out who changes it, then retry: kubectl get node ${first.metadata.name} -o yaml --show-managed-fields`,
    },
  );
}

function cordoned(node: Node, { notify }: StepPorts): 'cordoned' {
  notify({ code: 'node-cordoned', data: { node: node.metadata.name, already: false } });
  return 'cordoned';
}

function already(node: Node, isForeign: boolean, { notify }: StepPorts): 'already' {
  if (isForeign) notify({ code: 'node-cordoned', data: { node: node.metadata.name, already: true } });
  return 'already';
}

const isConflict = (answer: { readonly kind: string; readonly status?: number }): boolean => answer.status === 409;

async function lookAgain(node: Node, { kubernetes }: StepPorts): Promise<Node | null> {
  const answer = await kubernetes.getNode(node.metadata.name);
  if (answer.kind === 'value') return answer.value;
  if (isAbsent(answer)) return null;
  const error = lackError(answer, `get node ${node.metadata.name}`);
  if (error) throw error;
  return node;
}
