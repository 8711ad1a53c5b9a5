import type { Addon } from '../eks/addon.ts';

/** An add-on that a run was to update, as it is now. */
export interface AddonLeft {
  readonly addon: Addon;
  /** The version that it was to get. */
  readonly wanted: string;
  /** Ids of its updates in progress. */
  readonly running: readonly string[];
}

/** In words: the add-ons that a run which is given up leaves changed or in an update; one that it has not touched is not named. */
export const addonLeftovers = (addons: readonly AddonLeft[], cluster: string): readonly string[] =>
  addons.flatMap(({ addon, wanted, running }) => {
    const { addonName, addonVersion, status } = addon;
    if (running.length > 0)
      return [
        `update ${running.join(', ')} of add-on ${addonName} is running (wanted: ${wanted}); EKS cannot cancel it: ` +
          `aws eks describe-addon --cluster-name ${cluster} --addon-name ${addonName}`,
      ];
    if (addonVersion !== wanted && status === 'ACTIVE') return [];
    const is = status === 'ACTIVE' ? 'it stays there' : `it is ${status}`;
    return [`add-on ${addonName} is at ${addonVersion}: ${is}`];
  });
