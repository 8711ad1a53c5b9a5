import type { Answer } from '#ports/answer';
import type { Eks, Nodegroup } from '#ports/eks';
import { mapAnswers, thenAsk } from '../answer/map-answers.ts';

/** All managed node groups of the cluster, in the order of the list. */
export async function askNodegroups(eks: Eks, clusterName: string): Promise<Answer<readonly Nodegroup[]>> {
  return thenAsk(await eks.listNodegroups(clusterName), (names) =>
    mapAnswers(names, (nodegroupName) => eks.describeNodegroup({ clusterName, nodegroupName })),
  );
}
