import { nodesOfGroup } from '#domain/drain/marks';
import { REPLACES_TAG } from '#domain/nodegroups/tags';
import { ZONE } from '#domain/nodes/labels';
import { decideWorth } from '#domain/nodes/worthy';
import { UpgradeError } from '#errors/upgrade-error';
import type { Nodegroup } from '#ports/eks';
import type { Live, Node } from '#ports/kubernetes';
import { allValues } from '../answer/all-values.ts';
import { PACE, poll } from '../answer/poll.ts';
import { valueOrWait } from '../answer/value-or-wait.ts';
import { waitFor } from '../answer/wait-for.ts';
import { liveStores } from '../drain/live-stores.ts';
import { type Again, done, type Slice, type StepPorts, type StepResult } from '../step.ts';
import type { InputOf, OutputOf, Steps } from '../table.ts';

type Input = InputOf<'watch-new-nodes'>;
type Output = OutputOf<'watch-new-nodes'>;

/**
 * Until as many nodes as were asked for are worthy of pods; looks again whenever the cluster changes. Fails when somebody
 * made the group smaller meanwhile: the pods of the old nodes would have nowhere to go.
 */
export const watchNewNodes: Steps['watch-new-nodes'] = {
  describe: ({ group, to }) => `wait until the nodes of group ${group} are ready for pods at ${to}`,
  run: (input, ports, slice) =>
    poll(PACE.group, ports, slice, async () => {
      const of = { clusterName: input.cluster, nodegroupName: input.group };
      const looked = allValues({
        group: valueOrWait(await ports.eks.describeNodegroup(of), `describe node group ${input.group}`),
        live: await liveStores(ports, slice),
      });
      if (looked.kind === 'wait') return wait(input, slice, looked.reason);
      return follow(input, looked.value.group, looked.value.live, ports, slice);
    }),
};

async function follow(
  input: Input,
  group: Nodegroup,
  live: Live,
  ports: StepPorts,
  slice: Slice,
): Promise<StepResult<Output>> {
  const wanted = wantedOf(group, input);
  for (;;) {
    const { worthy, missing } = look(input, group, live);
    if (worthy.length >= wanted) {
      worthy.forEach((node) => void ports.notify({ code: 'node-worthy', data: inWords(node) }));
      return done({ nodes: worthy.length });
    }
    const waiting = wait(input, slice, `${worthy.length} of ${wanted}${missing}`);
    if (ports.time.now() >= slice.end || slice.signal.aborted) return waiting;
    slice.waits(waiting.waitingFor);
    await ports.time.until(slice.end, slice.signal);
  }
}

function wantedOf({ scalingConfig, nodegroupName, clusterName }: Nodegroup, { asked }: Input): number {
  const { desiredSize } = scalingConfig;
  if (asked === undefined || desiredSize >= asked) return desiredSize;
  const sizes = `minSize=${scalingConfig.minSize},maxSize=${Math.max(scalingConfig.maxSize, asked)},desiredSize=${asked}`;
  throw new UpgradeError(
    'NodeGroupShrunk',
    `somebody set the size of node group ${nodegroupName} to ${desiredSize}; this run asked for ${asked} nodes`,
    {
      hint: `keep whoever scales it away (a cluster autoscaler?), then give it its size back and retry: aws eks update-nodegroup-config --cluster-name ${clusterName} --nodegroup-name ${nodegroupName} --scaling-config ${sizes}`,
    },
  );
}

function look({ group, to }: Input, nodegroup: Nodegroup, live: Live) {
  const nodes = live.nodes();
  const siblings = nodesOfGroup(nodes, nodegroup.tags[REPLACES_TAG] ?? '');
  const measure = { to, groupTaints: nodegroup.taints, workloads: live.workloads(), pods: live.pods(), siblings };
  const judged = nodesOfGroup(nodes, group).map((node) => ({ node, worth: decideWorth(node, measure) }));
  const why = judged.flatMap(({ node, worth }) =>
    worth.kind === 'not-yet' ? [`${node.metadata.name}: ${worth.why}`] : [],
  );
  return {
    worthy: judged.filter(({ worth }) => worth.kind === 'worthy').map(({ node }) => node),
    missing: why.length === 0 ? '' : `; ${why.join('; ')}`,
  };
}

function inWords({ metadata, status }: Node) {
  return { node: metadata.name, zone: metadata.labels?.[ZONE] ?? 'no zone', kubelet: status.nodeInfo.kubeletVersion };
}

function wait({ group, to }: Input, slice: Slice, why: string): Again {
  return waitFor(slice, `the nodes of group ${group}`, `all are Ready at ${to}, with their DaemonSets`, why);
}
