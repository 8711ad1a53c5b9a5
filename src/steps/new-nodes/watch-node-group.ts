import { decideGrowth } from '#domain/nodegroups/growth';
import { UpgradeError } from '#errors/upgrade-error';
import { PACE, poll } from '../answer/poll.ts';
import { isAbsent, valueOrWait } from '../answer/value-or-wait.ts';
import { waitFor } from '../answer/wait-for.ts';
import { done } from '../step.ts';
import type { Steps } from '../table.ts';

/** EKS may not show a new group everywhere at once. */
const UNSEEN_AT_FIRST_MS = 2 * 60_000;

/** Until the group is ACTIVE. Its creation has no update id: status and health issues are followed. */
export const watchNodeGroup: Steps['watch-node-group'] = {
  describe: ({ group }) => `wait until node group ${group} is ACTIVE`,
  run: ({ cluster, group }, ports, slice) =>
    poll(PACE.group, ports, slice, async () => {
      const wait = (why: string) => waitFor(slice, `node group ${group}`, 'EKS says ACTIVE', why);
      const answer = await ports.eks.describeNodegroup({ clusterName: cluster, nodegroupName: group });
      if (isAbsent(answer) && ports.time.now() - slice.scheduledAt < UNSEEN_AT_FIRST_MS)
        return wait('EKS does not show it yet');
      const found = valueOrWait(answer, `describe node group ${group}`);
      if (found.kind === 'wait') return wait(found.reason);
      const growth = decideGrowth(found.value);
      if (growth.kind === 'there') return done({});
      if (growth.kind === 'growing') return wait(`it is ${growth.status}`);
      throw new UpgradeError('NodeGroupFailed', `node group ${group} does not come up: ${growth.why}`, {
        hint: `mend the cause; if it says CREATE_FAILED delete it (aws eks delete-nodegroup --cluster-name ${cluster} --nodegroup-name ${group}); then retry: it is made again`,
      });
    }),
};
