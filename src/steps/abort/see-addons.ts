import type { AddonLeft } from '#domain/versions/addon-leftovers';
import { type Answer, value } from '#ports/answer';
import type { Eks } from '#ports/eks';
import { mapAnswers, thenAsk } from '../answer/map-answers.ts';
import { isAbsent } from '../answer/value-or-wait.ts';
import { askUpdatesInProgress } from '../preflight/ask-running-updates.ts';
import type { AddonTarget } from '../table.ts';

/** How the add-ons are that a run has changed or was to change; those that are gone are left out. */
export async function seeAddons(
  eks: Eks,
  clusterName: string,
  targets: readonly AddonTarget[],
): Promise<Answer<readonly AddonLeft[]>> {
  const last = [...new Map(targets.map((it) => [it.addonName, it])).values()];
  return thenAsk(await mapAnswers(last, (it) => seeAddon(eks, clusterName, it)), (seen) => value(seen.flat()));
}

async function seeAddon(
  eks: Eks,
  clusterName: string,
  { addonName, addonVersion }: AddonTarget,
): Promise<Answer<readonly AddonLeft[]>> {
  const found = await eks.describeAddon({ clusterName, addonName });
  if (isAbsent(found)) return value([]);
  return thenAsk(found, async (addon) =>
    thenAsk(await askUpdatesInProgress(eks, { name: clusterName, addonName }), (running) =>
      value([{ addon, wanted: addonVersion, running: running.map(({ id }) => id) }]),
    ),
  );
}
