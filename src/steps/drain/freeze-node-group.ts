import { wordsOf } from '#domain/answers/classify';
import { lackError } from '#domain/answers/lack-error';
import { formatSizes } from '#domain/drain/freeze';
import { findResize, formatUpdate } from '#domain/drain/resize-update';
import { UpgradeError } from '#errors/upgrade-error';
import type { ResizeNodegroupRequest, Update } from '#ports/eks';
import { PACE, poll } from '../answer/poll.ts';
import { valueOrWait } from '../answer/value-or-wait.ts';
import { waitFor } from '../answer/wait-for.ts';
import { askUpdates } from '../preflight/ask-running-updates.ts';
import { done } from '../step.ts';
import type { Steps } from '../table.ts';

/** Pins the group to its size. Adopts an update to the same sizes that is already known; any other one in the way is named. */
export const freezeNodeGroup: Steps['freeze-node-group'] = {
  describe: ({ request }) => `freeze node group ${request.nodegroupName} at ${formatSizes(request.scalingConfig)}`,
  run: ({ request }, ports, slice) =>
    poll(PACE.retry, ports, slice, async () => {
      const what = `the freeze of node group ${request.nodegroupName}`;
      if (slice.signal.aborted) return waitFor(slice, what, 'EKS takes the request');
      const answer = await ports.eks.resizeNodegroup({ ...request, clientRequestToken: slice.token });
      if (answer.kind === 'value') return done({ updateId: answer.value.id });
      const error = lackError(answer, `resize node group ${request.nodegroupName}`);
      if (!error) return waitFor(slice, what, 'EKS takes the request', wordsOf(answer));
      // Somebody, or we before a crash, may have asked for the same; only its refusal of the sizes is worth a look.
      if (answer.kind !== 'refused' || (answer.status !== 409 && answer.status !== 400)) throw error;
      const of = { name: request.clusterName, nodegroupName: request.nodegroupName };
      const updates = valueOrWait(
        await askUpdates(ports.eks, of),
        `list the updates of node group ${request.nodegroupName}`,
      );
      if (updates.kind === 'wait') return waitFor(slice, what, 'EKS lists its updates', updates.reason);
      const same = findResize(updates.value, request.scalingConfig);
      if (same) return done({ updateId: same.id });
      throw busy(request, updates.value, wordsOf(answer));
    }),
};

function busy(
  { clusterName, nodegroupName }: ResizeNodegroupRequest,
  updates: readonly Update[],
  words: string,
): UpgradeError {
  const running = updates.filter((it) => it.status === 'InProgress').map(formatUpdate);
  const inTheWay = running.length > 0 ? `; in progress: ${running.join(', ')}` : '';
  return new UpgradeError('NodeGroupBusy', `node group ${nodegroupName} cannot be resized: ${words}${inTheWay}`, {
    hint: `wait until nobody else changes it, then retry: aws eks list-updates --name ${clusterName} --nodegroup-name ${nodegroupName}`,
  });
}
