import { nodesOfGroup } from '#domain/drain/marks';
import { designNodegroup } from '#domain/nodegroups/design';
import { groupGone } from '#domain/nodegroups/group-gone';
import type { Nodegroup } from '#ports/eks';
import { PACE, poll } from '../answer/poll.ts';
import { isAbsent, type Looked, valueOrWait } from '../answer/value-or-wait.ts';
import { waitFor } from '../answer/wait-for.ts';
import { done, type StepPorts } from '../step.ts';
import type { Steps } from '../table.ts';

/** The exact request for the new group, and where it is not like the old one. */
export const designNodeGroup: Steps['design-node-group'] = {
  describe: (input) => `design node group ${input.new} after ${input.old}`,
  run: (input, ports, slice) =>
    poll(PACE.retry, ports, slice, async () => {
      const of = { clusterName: input.cluster, nodegroupName: input.old };
      const wait = (why: string) => waitFor(slice, `the settings of node group ${input.old}`, 'the answers come', why);
      const answer = await ports.eks.describeNodegroup(of);
      if (isAbsent(answer)) throw groupGone(of, 'EKS does not know it any more');
      const old = valueOrWait(answer, `describe node group ${input.old}`);
      if (old.kind === 'wait') return wait(old.reason);
      if (old.value.status === 'DELETING') throw groupGone(of, 'it is DELETING');
      const occupied = await isOccupied(old.value, ports);
      if (occupied.kind === 'wait') return wait(occupied.reason);
      const { new: name, to, runId } = input;
      const design = designNodegroup(old.value, { name, to, runId, occupied: occupied.value });
      ports.notify({
        code: 'node-group-designed',
        data: { group: input.new, old: input.old, differences: design.differences },
      });
      return done(design);
    }),
};

/** Whether a group that is to have no nodes has some all the same; of no interest where it is to have some. */
async function isOccupied(
  { nodegroupName, scalingConfig }: Nodegroup,
  { kubernetes }: StepPorts,
): Promise<Looked<boolean>> {
  if (scalingConfig.desiredSize > 0) return { kind: 'value', value: true };
  const nodes = valueOrWait(await kubernetes.listNodes(), 'list nodes');
  return nodes.kind === 'wait' ? nodes : { kind: 'value', value: nodesOfGroup(nodes.value, nodegroupName).length > 0 };
}
