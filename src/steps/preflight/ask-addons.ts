import type { Answer } from '#ports/answer';
import type { Addon, Eks } from '#ports/eks';
import { mapAnswers, thenAsk } from '../answer/map-answers.ts';

/** All add-ons of the cluster that EKS manages, in the order of the list. */
export async function askAddons(eks: Eks, clusterName: string): Promise<Answer<readonly Addon[]>> {
  return thenAsk(await eks.listAddons(clusterName), (names) =>
    mapAnswers(names, (addonName) => eks.describeAddon({ clusterName, addonName })),
  );
}
