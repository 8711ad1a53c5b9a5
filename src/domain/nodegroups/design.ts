import type { CreateNodegroupRequest, LaunchTemplate, Nodegroup } from '../eks/nodegroup.ts';
import { assertImageExists } from './ami-type.ts';
import { REPLACES_TAG, RUN_TAG } from './tags.ts';

export interface Design {
  readonly request: CreateNodegroupRequest;
  /** In words: where the new group is not like the old one. */
  readonly differences: readonly string[];
}

/**
 * The request for a group with the settings of `old`, as far as CreateNodegroup takes them: with a launch template no
 * disk size and no remote access, with an image of its own no version and no AMI type, never a tag `aws:…`
 * (https://docs.aws.amazon.com/eks/latest/APIReference/API_CreateNodegroup.html).
 */
export function designNodegroup(
  old: Nodegroup,
  wish: { readonly name: string; readonly to: string; readonly runId: string; readonly occupied?: boolean },
): Design {
  assertImageExists(old, wish.to);
  const request: CreateNodegroupRequest = {
    clusterName: old.clusterName,
    nodegroupName: wish.name,
    scalingConfig: sizesAfter(old, wish.occupied ?? false),
    subnets: old.subnets,
    nodeRole: old.nodeRole,
    ...(old.instanceTypes.length > 0 && { instanceTypes: old.instanceTypes }),
    ...(old.capacityType && { capacityType: old.capacityType }),
    ...(Object.keys(old.labels).length > 0 && { labels: old.labels }),
    ...(old.taints.length > 0 && { taints: old.taints }),
    ...(old.updateConfig && { updateConfig: old.updateConfig }),
    ...(old.nodeRepairConfig && { nodeRepairConfig: old.nodeRepairConfig }),
    ...machine(old),
    ...image(old, wish.to),
    tags: { ...ownTags(old.tags), [RUN_TAG]: wish.runId, [REPLACES_TAG]: old.nodegroupName },
  };
  return { request, differences: differencesOf(old, request) };
}

// A group that shrinks to nothing may still have nodes: their pods need a place.
function sizesAfter({ scalingConfig }: Nodegroup, occupied: boolean): Nodegroup['scalingConfig'] {
  if (!occupied || scalingConfig.desiredSize > 0) return scalingConfig;
  return { ...scalingConfig, desiredSize: 1, maxSize: Math.max(1, scalingConfig.maxSize) };
}

function machine(old: Nodegroup): Partial<CreateNodegroupRequest> {
  if (old.launchTemplate) return { launchTemplate: byOneName(old.launchTemplate) };
  return {
    ...(old.diskSize !== undefined && { diskSize: old.diskSize }),
    ...(old.remoteAccess && { remoteAccess: old.remoteAccess }),
  };
}

// The API describes a template by id and name but takes only one of them.
function byOneName({ id, name, version }: LaunchTemplate): LaunchTemplate {
  const which = id !== undefined ? { id } : name !== undefined ? { name } : {};
  return { ...which, ...(version !== undefined && { version }) };
}

function image(old: Nodegroup, to: string): Partial<CreateNodegroupRequest> {
  if (old.amiType === 'CUSTOM') return {};
  return { version: to, ...(old.amiType && { amiType: old.amiType }) };
}

function ownTags(tags: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(tags).filter(([key]) => !key.startsWith('aws:') && !key.startsWith('eks-upgrade-runbook/')),
  );
}

function differencesOf(old: Nodegroup, request: CreateNodegroupRequest): readonly string[] {
  const lostTags = Object.keys(old.tags)
    .filter((key) => key.startsWith('aws:'))
    .sort();
  return [
    `name: ${old.nodegroupName} → ${request.nodegroupName}`,
    request.version === undefined
      ? 'version: the image of its launch template decides it'
      : `version: ${old.version ?? 'unknown'} → ${request.version}`,
    ...(old.launchTemplate && old.diskSize !== undefined
      ? [`disk size ${old.diskSize} GiB: its launch template decides it`]
      : []),
    ...(old.launchTemplate && old.remoteAccess ? ['remote access: its launch template decides it'] : []),
    ...(request.scalingConfig.desiredSize === old.scalingConfig.desiredSize
      ? []
      : ['desired size 0 → 1: the old group is to shrink to nothing, but still has nodes']),
    ...(lostTags.length > 0 ? [`tags that only AWS may set are not copied: ${lostTags.join(', ')}`] : []),
    `tags added: ${RUN_TAG}, ${REPLACES_TAG}`,
  ];
}
