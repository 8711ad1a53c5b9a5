import type { AddonInfo, Addon as SdkAddon } from '@aws-sdk/client-eks';
import type { Addon, AddonVersion } from '#domain/eks/addon';
import { toIssues } from './cluster-shape.ts';
import { present, required } from './present.ts';

/** An add-on of the SDK in our shape. */
export function toAddon(it: SdkAddon | undefined): Addon {
  const addon = required(it, 'addon');
  return {
    addonName: required(addon.addonName, 'addon.addonName'),
    addonVersion: required(addon.addonVersion, 'addon.addonVersion'),
    status: required(addon.status, 'addon.status'),
    podIdentityAssociations: addon.podIdentityAssociations ?? [],
    health: toIssues(addon.health),
    tags: addon.tags ?? {},
    ...present({ serviceAccountRoleArn: addon.serviceAccountRoleArn, configurationValues: addon.configurationValues }),
  };
}

/** The versions in DescribeAddonVersions that fit `kubernetesVersion`, in the API's order. */
export function toAddonVersions(addons: readonly AddonInfo[], kubernetesVersion: string): readonly AddonVersion[] {
  return addons.flatMap((addon) =>
    (addon.addonVersions ?? []).flatMap((version) => {
      const fit = version.compatibilities?.find((it) => it.clusterVersion === kubernetesVersion);
      if (fit === undefined) return [];
      return {
        addonName: required(addon.addonName, 'addons.addonName'),
        addonVersion: required(version.addonVersion, 'addons.addonVersions.addonVersion'),
        defaultVersion: fit.defaultVersion ?? false,
      };
    }),
  );
}
