import type { AddonVersion } from '../eks/addon.ts';
import { compareAddonVersions, parseAddonVersion } from './version.ts';

/**
 * The versions to pass on the way from `installed` to `wanted`, `wanted` last. Only the VPC CNI has to go one minor at
 * a time (https://docs.aws.amazon.com/eks/latest/userguide/managing-vpc-cni.html): the newest offered version of each
 * minor between; a minor that EKS does not offer is passed over.
 */
export function ladder(
  addon: string,
  installed: string,
  wanted: string,
  offered: readonly AddonVersion[],
): readonly string[] {
  const from = parseAddonVersion(installed);
  const to = parseAddonVersion(wanted);
  if (addon !== 'vpc-cni' || !from || !to || from.major !== to.major) return [wanted];
  const between = Array.from({ length: Math.max(0, to.minor - from.minor - 1) }, (_, index) => from.minor + 1 + index);
  return [...between.map((minor) => newestOf(to.major, minor, offered)).filter((it) => it !== null), wanted];
}

function newestOf(major: number, minor: number, offered: readonly AddonVersion[]): string | null {
  const fitting = offered
    .map(({ addonVersion }) => addonVersion)
    .filter((version) => {
      const release = parseAddonVersion(version);
      return release?.major === major && release.minor === minor;
    });
  return fitting.sort((a, b) => compareAddonVersions(b, a) ?? 0)[0] ?? null;
}
