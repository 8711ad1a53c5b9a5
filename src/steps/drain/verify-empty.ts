import { cordonedAt, nodesOfGroup } from '#domain/drain/marks';
import { podName } from '#domain/drain/pod-facts';
import { mustGo, selectPods } from '#domain/drain/select-pods';
import { UpgradeError } from '#errors/upgrade-error';
import type { Node, Pod } from '#ports/kubernetes';
import { PACE, poll } from '../answer/poll.ts';
import { type Looked, valueOrWait } from '../answer/value-or-wait.ts';
import { waitFor } from '../answer/wait-for.ts';
import { done, type StepPorts } from '../step.ts';
import type { Steps } from '../table.ts';

/** How many lists are asked for at a time. */
const AT_ONCE = 10;

/** Proves by fresh lists that nothing but pods that may stay is on the nodes of the group. */
export const verifyEmpty: Steps['verify-empty'] = {
  describe: ({ group }) => `prove that group ${group} is empty`,
  run: (input, ports, slice) =>
    poll(PACE.retry, ports, slice, async () => {
      const listed = valueOrWait(await ports.kubernetes.listNodes(), 'list nodes');
      if (listed.kind === 'wait')
        return waitFor(slice, `a list of the nodes of ${input.group}`, 'the API server answers', listed.reason);
      const nodes = nodesOfGroup(listed.value, input.group);
      const left = await podsLeft(nodes, input.runId, ports);
      if (left.kind === 'wait')
        return waitFor(slice, `lists of the pods of ${input.group}`, 'the API server answers', left.reason);
      if (left.value.length > 0) throw notEmpty(input.group, left.value);
      return done({ nodes: nodes.length });
    }),
};

async function podsLeft(nodes: readonly Node[], runId: string, ports: StepPorts): Promise<Looked<readonly Pod[]>> {
  const left: Pod[] = [];
  for (let from = 0; from < nodes.length; from += AT_ONCE) {
    const looks = await Promise.all(nodes.slice(from, from + AT_ONCE).map((it) => podsLeftOn(it, runId, ports)));
    for (const look of looks) {
      if (look.kind === 'wait') return look;
      left.push(...look.value);
    }
  }
  return { kind: 'value', value: left };
}

async function podsLeftOn(node: Node, runId: string, { kubernetes }: StepPorts): Promise<Looked<readonly Pod[]>> {
  const { name } = node.metadata;
  const pods = valueOrWait(await kubernetes.listPods({ node: name }), `list the pods of node ${name}`);
  if (pods.kind === 'wait') return pods;
  return {
    kind: 'value',
    value: mustGo(selectPods(pods.value, { cordonedAt: cordonedAt(node, runId) ?? 0, workloads: null })),
  };
}

function notEmpty(group: string, pods: readonly Pod[]): UpgradeError {
  const named = pods.map((it) => `${podName(it)} on ${it.spec.nodeName}`);
  return new UpgradeError('GroupNotEmpty', `group ${group} is not empty: ${named.join(', ')}`, {
    hint: 'nothing was deleted; find out why they came back (is a node uncordoned?), drain again, then retry',
  });
}
