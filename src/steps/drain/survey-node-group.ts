import { freezeRequest } from '#domain/drain/freeze';
import { nodesOfGroup } from '#domain/drain/marks';
import { groupGone } from '#domain/nodegroups/group-gone';
import { allValues } from '../answer/all-values.ts';
import { PACE, poll } from '../answer/poll.ts';
import { isAbsent, valueOrWait } from '../answer/value-or-wait.ts';
import { waitFor } from '../answer/wait-for.ts';
import { done } from '../step.ts';
import type { Steps } from '../table.ts';

/** The sizes of the old group as they are now, and the request that freezes them at what is live. */
export const surveyNodeGroup: Steps['survey-node-group'] = {
  describe: ({ group }) => `note the size of group ${group}`,
  run: ({ cluster, group }, { eks, kubernetes, ...ports }, slice) =>
    poll(PACE.retry, ports, slice, async () => {
      const of = { clusterName: cluster, nodegroupName: group };
      const answer = await eks.describeNodegroup(of);
      if (isAbsent(answer)) throw groupGone(of, 'EKS does not know it any more');
      const looked = allValues({
        group: valueOrWait(answer, `describe node group ${group}`),
        nodes: valueOrWait(await kubernetes.listNodes(), 'list nodes'),
      });
      if (looked.kind === 'wait')
        return waitFor(slice, `the size of node group ${group}`, 'the answers come', looked.reason);
      if (looked.value.group.status === 'DELETING') throw groupGone(of, 'it is DELETING');
      const request = freezeRequest(looked.value.group, nodesOfGroup(looked.value.nodes, group).length);
      return done({ before: looked.value.group.scalingConfig, request });
    }),
};
