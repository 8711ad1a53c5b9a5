import { freezeRequest } from '#domain/drain/freeze';
import { nodesOfGroup } from '#domain/drain/marks';
import { allValues } from '../answer/all-values.ts';
import { PACE, poll } from '../answer/poll.ts';
import { valueOrWait } from '../answer/value-or-wait.ts';
import { waitFor } from '../answer/wait-for.ts';
import { done } from '../step.ts';
import type { Steps } from '../table.ts';

/** The sizes of the old group as they are now, and the request that freezes them at what is live. */
export const surveyNodeGroup: Steps['survey-node-group'] = {
  describe: ({ group }) => `note the size of group ${group}`,
  run: ({ cluster, group }, { eks, kubernetes, ...ports }, slice) =>
    poll(PACE.retry, ports, slice, async () => {
      const looked = allValues({
        group: valueOrWait(
          await eks.describeNodegroup({ clusterName: cluster, nodegroupName: group }),
          `describe node group ${group}`,
        ),
        nodes: valueOrWait(await kubernetes.listNodes(), 'list nodes'),
      });
      if (looked.kind === 'wait')
        return waitFor(slice, `the size of node group ${group}`, 'the answers come', looked.reason);
      const request = freezeRequest(looked.value.group, nodesOfGroup(looked.value.nodes, group).length);
      return done({ before: looked.value.group.scalingConfig, request });
    }),
};
