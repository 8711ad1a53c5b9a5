import { addonLeftovers } from '#domain/versions/addon-leftovers';
import { leftoversOf } from '#domain/versions/leftovers';
import { allValues } from '../answer/all-values.ts';
import { boundLines } from '../answer/bound-lines.ts';
import { PACE, poll } from '../answer/poll.ts';
import { valueOrWait } from '../answer/value-or-wait.ts';
import { waitFor } from '../answer/wait-for.ts';
import { askNodegroups } from '../preflight/ask-nodegroups.ts';
import { askUpdatesInProgress } from '../preflight/ask-running-updates.ts';
import { done } from '../step.ts';
import type { Steps } from '../table.ts';
import { seeAddons } from './see-addons.ts';

/** What stays changed when a run is given up. */
export const describeLeftovers: Steps['describe-leftovers'] = {
  describe: ({ cluster }) => `list what stays changed in cluster ${cluster}`,
  run: (input, { eks, kubernetes, ...ports }, slice) =>
    poll(PACE.retry, ports, slice, async () => {
      const seen = allValues({
        cluster: valueOrWait(await eks.describeCluster(input.cluster), `describe cluster ${input.cluster}`),
        running: valueOrWait(
          await askUpdatesInProgress(eks, { name: input.cluster }),
          `list the updates of cluster ${input.cluster}`,
        ),
        nodegroups: valueOrWait(
          await askNodegroups(eks, input.cluster),
          `list the node groups of cluster ${input.cluster}`,
        ),
        addons: valueOrWait(
          await seeAddons(eks, input.cluster, input.addons ?? []),
          `describe the add-ons of cluster ${input.cluster}`,
        ),
        nodes: valueOrWait(await kubernetes.listNodes(), 'list nodes'),
      });
      if (seen.kind === 'wait')
        return waitFor(slice, `the state of cluster ${input.cluster}`, 'the answers come', seen.reason);
      const lines = [...leftoversOf(seen.value, input), ...addonLeftovers(seen.value.addons, input.cluster)];
      return done({ leftovers: boundLines(lines) });
    }),
};
