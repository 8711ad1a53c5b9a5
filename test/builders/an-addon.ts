import type { Addon, AddonVersion } from '#ports/eks';

/** The add-on coredns, ACTIVE at v1.8.3-eksbuild.1. */
export function anAddon(wish: Partial<Addon> = {}): Addon {
  return {
    addonName: 'coredns',
    addonVersion: 'v1.8.3-eksbuild.1',
    status: 'ACTIVE',
    podIdentityAssociations: [],
    health: [],
    tags: {},
    ...wish,
  };
}

/** The versions EKS offers, the first the default. */
export const offered = (addonName: string, ...versions: readonly string[]): readonly AddonVersion[] =>
  versions.map((addonVersion, index) => ({ addonName, addonVersion, defaultVersion: index === 0 }));
