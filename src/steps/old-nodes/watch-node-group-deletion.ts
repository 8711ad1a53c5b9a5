import { issuesInWords } from '#domain/nodegroups/growth';
import { UpgradeError } from '#errors/upgrade-error';
import type { Nodegroup } from '#ports/eks';
import { PACE, poll } from '../answer/poll.ts';
import { isAbsent, valueOrWait } from '../answer/value-or-wait.ts';
import { waitFor } from '../answer/wait-for.ts';
import { done } from '../step.ts';
import type { Steps } from '../table.ts';

/** Until EKS itself says that there is no such group any more, and its list agrees. */
export const watchNodeGroupDeletion: Steps['watch-node-group-deletion'] = {
  describe: ({ group }) => `wait until node group ${group} is gone`,
  run: ({ cluster, group }, ports, slice) =>
    poll(PACE.group, ports, slice, async () => {
      const wait = (why: string) =>
        waitFor(slice, `the deletion of node group ${group}`, 'EKS no longer knows it', why);
      const answer = await ports.eks.describeNodegroup({ clusterName: cluster, nodegroupName: group });
      if (!isAbsent(answer)) {
        const found = valueOrWait(answer, `describe node group ${group}`);
        return wait(found.kind === 'wait' ? found.reason : stillThere(found.value, cluster));
      }
      // A 404 is also the answer for a cluster that is not there: only the list of this cluster proves it.
      const list = valueOrWait(await ports.eks.listNodegroups(cluster), `list the node groups of cluster ${cluster}`);
      if (list.kind === 'wait') return wait(list.reason);
      if (list.value.includes(group)) return wait('EKS still lists it');
      ports.notify({ code: 'node-group-gone', data: { group } });
      return done({});
    }),
};

function stillThere({ nodegroupName, status, health }: Nodegroup, cluster: string): string {
  const issues = health.length === 0 ? 'EKS gives no reason' : issuesInWords(health);
  // EKS goes on trying with issues, and keeps those of an earlier attempt: only another status is its last word.
  if (status === 'DELETING') return health.length === 0 ? 'it is DELETING' : `it is DELETING; ${issues}`;
  throw new UpgradeError(
    'NodeGroupNotDeleted',
    `node group ${nodegroupName} is not being deleted: status ${status}; ${issues}`,
    {
      hint: `mend the cause, then retry: it is proved empty and deleted again. Look at it with: aws eks describe-nodegroup --cluster-name ${cluster} --nodegroup-name ${nodegroupName}`,
    },
  );
}
