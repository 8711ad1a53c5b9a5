import { nodesOfGroup } from '#domain/drain/marks';
import { podName } from '#domain/drain/pod-facts';
import { mustGo, selectPods } from '#domain/drain/select-pods';
import { listSome } from '#errors/list-some';
import { UpgradeError } from '#errors/upgrade-error';
import type { Node, Pod } from '#ports/kubernetes';
import { type Looked, valueOrWait } from '../answer/value-or-wait.ts';
import type { Slice, StepPorts } from '../step.ts';
import type { Hop } from '../table.ts';
import { cordonNode } from './cordon-node.ts';

/** How many lists are asked for at a time. */
const AT_ONCE = 10;

/**
 * Proves by fresh lists that nothing but pods that may stay is on the nodes of the group, after closing those that are
 * open. Pods that came back in spite of the cordon count: what is deleted next would kill them without an eviction.
 * Throws `GroupNotEmpty`; the value is the number of nodes.
 */
export async function proveGroupEmpty(
  { runId, group }: Hop & { readonly group: string },
  ports: StepPorts,
  slice: Slice,
): Promise<Looked<number>> {
  const listed = valueOrWait(await ports.kubernetes.listNodes(), 'list nodes');
  if (listed.kind === 'wait') return listed;
  const nodes = nodesOfGroup(listed.value, group);
  for (const node of nodes.filter(({ spec }) => !spec.unschedulable)) {
    const outcome = await cordonNode(node, runId, ports, slice);
    if (outcome === 'interrupted') return { kind: 'wait', reason: 'asked to rest' };
  }
  const left = await podsLeft(nodes, ports);
  if (left.kind === 'wait') return left;
  if (left.value.length > 0) throw notEmpty(group, left.value);
  return { kind: 'value', value: nodes.length };
}

async function podsLeft(nodes: readonly Node[], ports: StepPorts): Promise<Looked<readonly Pod[]>> {
  const left: Pod[] = [];
  for (let from = 0; from < nodes.length; from += AT_ONCE) {
    const looks = await Promise.all(nodes.slice(from, from + AT_ONCE).map((it) => podsLeftOn(it, ports)));
    for (const look of looks) {
      if (look.kind === 'wait') return look;
      left.push(...look.value);
    }
  }
  return { kind: 'value', value: left };
}

async function podsLeftOn({ metadata: { name } }: Node, { kubernetes }: StepPorts): Promise<Looked<readonly Pod[]>> {
  const pods = valueOrWait(await kubernetes.listPods({ node: name }), `list the pods of node ${name}`);
  if (pods.kind === 'wait') return pods;
  const facts = { cordonedAt: Number.POSITIVE_INFINITY, workloads: null };
  return { kind: 'value', value: mustGo(selectPods(pods.value, facts)) };
}

function notEmpty(group: string, pods: readonly Pod[]): UpgradeError {
  const named = pods.map((it) => `${podName(it)} on ${it.spec.nodeName}`);
  return new UpgradeError('GroupNotEmpty', `group ${group} is not empty: ${listSome(named, ', ')}`, {
    hint: 'nothing was deleted; a retry drains the group again and asks again before the delete. Pods that tolerate the cordon come back: keep them off the old nodes first (a nodeSelector or affinity for the new group)',
  });
}
