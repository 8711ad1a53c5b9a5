import type { Cluster } from '#domain/eks/cluster';
import { UpgradeError } from '#errors/upgrade-error';
import type { Eks } from '#ports/eks';

/** The same port; throws as soon as EKS describes another cluster under the name: nothing may be done to that one. */
export const ofThisCluster = (eks: Eks, opened: Pick<Cluster, 'arn' | 'createdAt'>): Eks => ({
  ...eks,
  describeCluster: async (name) => {
    const answer = await eks.describeCluster(name);
    if (answer.kind !== 'value') return answer;
    const { arn, createdAt } = answer.value;
    if (arn === opened.arn && createdAt === opened.createdAt) return answer;
    throw new UpgradeError(
      'ClusterReplaced',
      `cluster ${name} is not the one that this run began on: ${arn}, created ${createdAt}, was ${opened.arn}, created ${opened.createdAt}`,
      {
        hint: 'somebody deleted it and made another one under the same name: this run cannot go on; look at the new one with: aws eks describe-cluster, and start a new run if it is to be upgraded',
      },
    );
  },
});
