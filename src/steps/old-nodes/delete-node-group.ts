import { PACE, poll } from '../answer/poll.ts';
import { isAbsent, valueOrAbsent, valueOrWait } from '../answer/value-or-wait.ts';
import { waitFor } from '../answer/wait-for.ts';
import { proveGroupEmpty } from '../drain/prove-group-empty.ts';
import { done } from '../step.ts';
import type { Steps } from '../table.ts';
import { seeReplaced } from './see-replaced.ts';

/**
 * Asks EKS to delete the group, unless it is gone or going; proves right before each request that what takes its place is
 * ready, and that it is empty and closed.
 */
export const deleteNodeGroup: Steps['delete-node-group'] = {
  describe: ({ group }) => `delete node group ${group}`,
  run: (input, ports, slice) =>
    poll(PACE.retry, ports, slice, async () => {
      const { cluster, group } = input;
      const wait = (why: string) => waitFor(slice, `the deletion of node group ${group}`, 'EKS takes the request', why);
      const of = { clusterName: cluster, nodegroupName: group };
      const found = valueOrAbsent(await ports.eks.describeNodegroup(of), `describe node group ${group}`);
      if (found.kind === 'wait') return wait(found.reason);
      if (found.value === null || found.value.status === 'DELETING') return done({});
      const replaced = await seeReplaced(input, ports, slice);
      if (replaced.kind === 'wait') return wait(replaced.reason);
      const proof = await proveGroupEmpty(input, ports, slice);
      if (proof.kind === 'wait') return wait(proof.reason);
      if (slice.signal.aborted) return wait('asked to rest');
      const answer = await ports.eks.deleteNodegroup(of);
      if (isAbsent(answer)) return done({});
      // Something else is changing the group, perhaps our own request before: the next look tells.
      if (answer.kind === 'refused' && answer.code === 'ResourceInUseException') return wait(answer.message);
      const deleted = valueOrWait(answer, `delete node group ${group}`);
      return deleted.kind === 'wait' ? wait(deleted.reason) : done({});
    }),
};
