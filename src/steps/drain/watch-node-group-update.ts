import { formatErrors } from '#domain/drain/resize-update';
import { UpgradeError } from '#errors/upgrade-error';
import { NOT_KNOWN_YET, notKnownYet } from '../answer/not-known-yet.ts';
import { PACE, poll } from '../answer/poll.ts';
import { valueOrWait } from '../answer/value-or-wait.ts';
import { waitFor } from '../answer/wait-for.ts';
import { done } from '../step.ts';
import type { Steps } from '../table.ts';

/** Follows the update id until EKS says Successful; Failed or Cancelled throws with its errors. */
export const watchNodeGroupUpdate: Steps['watch-node-group-update'] = {
  describe: ({ updateId, group }) => `follow update ${updateId} of node group ${group}`,
  run: ({ cluster, group, updateId }, { eks, ...ports }, slice) =>
    poll(PACE.group, ports, slice, async () => {
      const what = `update ${updateId} of node group ${group}`;
      const of = { name: cluster, nodegroupName: group, updateId };
      const wait = (why?: string) => waitFor(slice, what, 'EKS says Successful or Failed', why);
      const answer = await eks.describeUpdate(of);
      if (notKnownYet(answer, ports, slice)) return wait(NOT_KNOWN_YET);
      const looked = valueOrWait(answer, `describe ${what}`);
      if (looked.kind === 'wait') return wait(looked.reason);
      const update = looked.value;
      if (update.status === 'Successful') return done({});
      if (update.status === 'InProgress') return wait();
      throw new UpgradeError('NodeGroupUpdateFailed', `${what} is ${update.status}: ${formatErrors(update)}`, {
        hint: 'remove the cause EKS names, then retry',
      });
    }),
};
