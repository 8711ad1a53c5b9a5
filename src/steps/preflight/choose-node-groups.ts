import { chooseRotations, isBehindByVersion } from '#domain/nodegroups/choose-rotations';
import { RUN_TAG } from '#domain/nodegroups/tags';
import { EXIT } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';
import type { Answer } from '#ports/answer';
import type { Nodegroup } from '#ports/eks';
import type { Kubernetes, Node } from '#ports/kubernetes';
import { patiently } from '../answer/patiently.ts';
import { isAbsent, valueOrWait } from '../answer/value-or-wait.ts';
import { done, type Slice, type StepPorts } from '../step.ts';
import type { Steps } from '../table.ts';
import { askNodegroups } from './ask-nodegroups.ts';

/** Which managed groups are behind the target, oldest first, and the names of those that take their place. Comes before the checks. */
export const chooseNodeGroups: Steps['choose-node-groups'] = {
  describe: ({ cluster, to }) => `choose the node groups of cluster ${cluster} that are behind ${to}`,
  run: async (input, { eks, kubernetes, time }, slice) => {
    const groups = valueNow(
      await patiently(time, slice, () => askNodegroups(eks, input.cluster)),
      `list the node groups of cluster ${input.cluster}`,
      input.cluster,
    );
    const nodes = needsNodes(groups, input) ? await askNodes(kubernetes, time, slice, input.cluster) : [];
    return done({ rotations: chooseRotations(groups, nodes, input) });
  },
};

// Only where EKS itself does not say that a group is behind do its kubelets have to be asked.
function needsNodes(
  groups: readonly Nodegroup[],
  { to, runId }: { readonly to: string; readonly runId: string },
): boolean {
  return groups.some((group) => group.tags[RUN_TAG] !== runId && !isBehindByVersion(group, to));
}

async function askNodes(
  kubernetes: Kubernetes,
  time: StepPorts['time'],
  slice: Slice,
  cluster: string,
): Promise<readonly Node[]> {
  return valueNow(
    await patiently(time, slice, () => kubernetes.listNodes()),
    `list the nodes of cluster ${cluster}`,
    cluster,
  );
}

function valueNow<T>(answer: Answer<T>, asking: string, cluster: string): T {
  if (answer.kind !== 'value' && isAbsent(answer)) {
    throw new UpgradeError('ClusterNotFound', `there is no cluster ${cluster}: ${answer.message}`, {
      hint: 'check name, region and account: aws eks list-clusters',
      exit: EXIT.blocked,
    });
  }
  const looked = valueOrWait(answer, asking);
  if (looked.kind === 'value') return looked.value;
  throw new UpgradeError('ApiUnreachable', looked.reason, {
    hint: 'reach the API from here first, then start again',
    exit: EXIT.blocked,
  });
}
