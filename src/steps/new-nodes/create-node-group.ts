import { compareWithRequest } from '#domain/nodegroups/compare';
import { compareSizes } from '#domain/nodegroups/compare-sizes';
import { REPLACES_TAG, RUN_TAG } from '#domain/nodegroups/tags';
import { listSome } from '#errors/list-some';
import { UpgradeError } from '#errors/upgrade-error';
import type { Notify } from '#messages/message';
import type { CreateNodegroupRequest, Nodegroup } from '#ports/eks';
import { PACE, poll } from '../answer/poll.ts';
import { valueOrAbsent, valueOrWait } from '../answer/value-or-wait.ts';
import { waitFor } from '../answer/wait-for.ts';
import { done } from '../step.ts';
import type { Steps } from '../table.ts';

/** Creates the group, or adopts the one that this run, or one that was given up, has created before. */
export const createNodeGroup: Steps['create-node-group'] = {
  describe: ({ request }) => `create node group ${request.nodegroupName} (${request.version ?? 'its own image'})`,
  run: ({ request }, ports, slice) =>
    poll(PACE.retry, ports, slice, async () => {
      const wait = (why: string) =>
        waitFor(slice, `the creation of node group ${request.nodegroupName}`, 'EKS takes the request', why);
      const found = valueOrAbsent(
        await ports.eks.describeNodegroup(request),
        `describe node group ${request.nodegroupName}`,
      );
      if (found.kind === 'wait') return wait(found.reason);
      if (found.value !== null) {
        assertOurs(found.value, request, ports.notify);
        return done({});
      }
      if (slice.signal.aborted) return wait('asked to rest');
      const answer = await ports.eks.createNodegroup({ ...request, clientRequestToken: slice.token });
      // It is there although the look before did not see it: the next look compares it.
      if (answer.kind === 'refused' && answer.code === 'ResourceInUseException') return wait(answer.message);
      const created = valueOrWait(answer, `create node group ${request.nodegroupName}`);
      return created.kind === 'wait' ? wait(created.reason) : done({});
    }),
};

/** Ours is what this run has made, and what a run that was given up has made for the same old group. Says so of the latter. */
function assertOurs(group: Nodegroup, request: CreateNodegroupRequest, notify: Notify): void {
  const [run, old = '<old>'] = [request.tags?.[RUN_TAG], request.tags?.[REPLACES_TAG]];
  const theirs = group.tags[RUN_TAG];
  const hint = `if it is a leftover, delete it and retry (aws eks delete-nodegroup --cluster-name ${request.clusterName} --nodegroup-name ${group.nodegroupName}); or begin a run with another name: --new-group ${old}=<name>`;
  if (theirs !== run && group.tags[REPLACES_TAG] !== old) {
    const whose = theirs === undefined ? 'was not made by a run' : `belongs to run ${theirs}`;
    throw new UpgradeError('NodeGroupNameTaken', `node group ${group.nodegroupName} exists already and ${whose}`, {
      hint,
    });
  }
  const differences = compareWithRequest(group, request);
  if (differences.length > 0)
    throw new UpgradeError(
      'NodeGroupDiffers',
      `node group ${group.nodegroupName} of ${theirs === run ? 'this run' : `run ${theirs}`} is not as designed: ${listSome(differences)}`,
      { hint },
    );
  if (theirs === run) return;
  assertSizes(group, request);
  notify({ code: 'node-group-adopted', data: { group: group.nodegroupName, old, run: theirs ?? 'unknown' } });
}

// Of a group of this run's own it is not asked: somebody may scale it as soon as it is there.
function assertSizes(group: Nodegroup, request: CreateNodegroupRequest): void {
  const other = compareSizes(group, request);
  if (other === null) return;
  const { [RUN_TAG]: run = 'unknown' } = group.tags;
  throw new UpgradeError(
    'NodeGroupDiffers',
    `node group ${group.nodegroupName} of run ${run} is not as designed: ${other.why}`,
    { hint: other.whatToDo },
  );
}
