import { designNodegroup } from '#domain/nodegroups/design';
import { PACE, poll } from '../answer/poll.ts';
import { valueOrWait } from '../answer/value-or-wait.ts';
import { waitFor } from '../answer/wait-for.ts';
import { done } from '../step.ts';
import type { Steps } from '../table.ts';

/** The exact request for the new group, and where it is not like the old one. */
export const designNodeGroup: Steps['design-node-group'] = {
  describe: (input) => `design node group ${input.new} after ${input.old}`,
  run: (input, ports, slice) =>
    poll(PACE.retry, ports, slice, async () => {
      const of = { clusterName: input.cluster, nodegroupName: input.old };
      const old = valueOrWait(await ports.eks.describeNodegroup(of), `describe node group ${input.old}`);
      if (old.kind === 'wait')
        return waitFor(slice, `the settings of node group ${input.old}`, 'EKS describes it', old.reason);
      const design = designNodegroup(old.value, { name: input.new, to: input.to, runId: input.runId });
      ports.notify({
        code: 'node-group-designed',
        data: { group: input.new, old: input.old, differences: design.differences },
      });
      return done(design);
    }),
};
