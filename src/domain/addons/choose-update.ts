import { UpgradeError } from '#errors/upgrade-error';
import type { Addon, AddonVersion, UpdateAddonRequest } from '../eks/addon.ts';
import { ladder } from './ladder.ts';
import { type PlannedAddonUpdate, settingsOf } from './settings.ts';
import { compareAddonVersions } from './version.ts';

export interface Rule {
  readonly name: string;
  /** A version, or `default`. */
  readonly version: string;
  readonly resolveConflicts: UpdateAddonRequest['resolveConflicts'];
}

export type AddonChoice =
  | { readonly kind: 'keep'; readonly version: string; readonly why: string }
  | { readonly kind: 'update'; readonly requests: readonly PlannedAddonUpdate[] };

/** What to do with an installed add-on, given the versions that EKS offers for the target. Never older than installed. */
export function chooseAddonUpdate(
  rule: Rule,
  installed: Addon,
  offered: readonly AddonVersion[],
  hop: { readonly cluster: string; readonly to: string },
): AddonChoice {
  const wanted = wantedVersion(rule, offered, hop.to);
  const order = compareAddonVersions(wanted, installed.addonVersion);
  if (order === null)
    throw new UpgradeError(
      'AddonVersionUnreadable',
      `add-on ${rule.name}: cannot tell which of ${installed.addonVersion} (installed) and ${wanted} (wanted) is newer`,
      {
        hint: `give add-on ${rule.name} a version by hand (aws eks update-addon) and retry, or take it out of the runbook and begin a new run`,
      },
    );
  if (order === 0) return { kind: 'keep', version: installed.addonVersion, why: `it is what is wanted for ${hop.to}` };
  if (order < 0)
    return {
      kind: 'keep',
      version: installed.addonVersion,
      why: `it is newer than ${wanted}, which is wanted for ${hop.to}`,
    };
  const versions = ladder(rule.name, installed.addonVersion, wanted, offered);
  return { kind: 'update', requests: versions.map((version) => requestFor(rule, installed, hop.cluster, version)) };
}

function wantedVersion(rule: Rule, offered: readonly AddonVersion[], to: string): string {
  const found = offered.find(({ addonVersion, defaultVersion }) =>
    rule.version === 'default' ? defaultVersion : addonVersion === rule.version,
  );
  if (found) return found.addonVersion;
  const list = offered.map(({ addonVersion }) => addonVersion).join(', ') || 'none';
  throw new UpgradeError(
    'AddonVersionNotOffered',
    `EKS offers no ${rule.version === 'default' ? 'default version' : rule.version} of add-on ${rule.name} for ${to}; offered: ${list}`,
    {
      hint: `name one of the offered versions for ${rule.name} in the runbook; a run keeps the runbook it began with: give this one up (upgrade abort) and begin anew`,
    },
  );
}

// The role and the values have to be sent again: without them EKS takes the node's role and drops the values.
function requestFor(rule: Rule, installed: Addon, clusterName: string, addonVersion: string): PlannedAddonUpdate {
  return {
    clusterName,
    addonName: rule.name,
    addonVersion,
    resolveConflicts: rule.resolveConflicts,
    ...(installed.serviceAccountRoleArn !== undefined && { serviceAccountRoleArn: installed.serviceAccountRoleArn }),
    ...(installed.configurationValues !== undefined && { settings: settingsOf(installed.configurationValues) }),
  };
}
