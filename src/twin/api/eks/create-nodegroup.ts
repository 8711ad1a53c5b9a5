import type { CreateNodegroupRequest } from '#ports/eks';
import { raiseNodegroup } from '../../controllers/eks/nodegroup-lifecycle.ts';
import type { NodegroupState } from '../../model/eks-state.ts';
import type { World } from '../../model/world.ts';
import type { WireAnswer } from '../answer.ts';
import { type Request, text } from './paging.ts';
import { invalidParameter, invalidRequest, noCluster, noNodegroup, resourceInUse } from './refusals.ts';
import { nodegroupShape } from './shapes.ts';
import { once } from './tokens.ts';

/** A new group starts in CREATING; its nodes join one by one. */
export function createNodegroup(world: World, request: Request): WireAnswer {
  const wanted = request as unknown as CreateNodegroupRequest;
  const about = { clusterName: text(request, 'clusterName'), nodegroupName: text(request, 'nodegroupName') };
  if (about.clusterName !== world.eks.cluster.name) return noCluster(about.clusterName);
  return once(
    world,
    'CreateNodegroup',
    request,
    about,
    () => {
      const refused = whyNot(world, wanted);
      if (refused) return { answer: refused };
      const group = newGroup(world, wanted);
      world.eks.nodegroups.set(group.nodegroupName, group);
      raiseNodegroup(world, group);
      return { answer: described(group), result: group.nodegroupName };
    },
    (name) => {
      const group = world.eks.nodegroups.get(name);
      return group ? described(group) : noNodegroup(about.clusterName, name);
    },
  );
}

const described = (group: NodegroupState): WireAnswer => ({ status: 200, body: { nodegroup: nodegroupShape(group) } });

function whyNot(world: World, it: CreateNodegroupRequest): WireAnswer | null {
  const { cluster, nodegroups, subnets } = world.eks;
  const about = { clusterName: cluster.name, nodegroupName: it.nodegroupName };
  if (cluster.status !== 'ACTIVE') return invalidRequest(`Cluster '${cluster.name}' is not in ACTIVE status`, about);
  if (nodegroups.has(it.nodegroupName)) {
    return resourceInUse(
      `NodeGroup already exists with name ${it.nodegroupName} and cluster name ${cluster.name}`,
      about,
    );
  }
  const unknown = (it.subnets ?? []).filter((id) => !subnets.has(id));
  const why =
    formalFault(it) ??
    (unknown.length > 0 ? `The subnet ID '${unknown[0]}' does not exist` : null) ??
    wrongVersion(world, it);
  return why === null ? null : invalidParameter(why, about);
}

function formalFault(it: CreateNodegroupRequest): string | null {
  if (!it.nodegroupName || !it.nodeRole || !it.subnets?.length)
    return 'nodegroupName, nodeRole and subnets are required';
  if (it.launchTemplate && it.diskSize !== undefined) return 'Disk size must be specified within the launch template.';
  if (it.launchTemplate && it.remoteAccess)
    return 'Remote access configuration cannot be specified with a launch template.';
  if (it.amiType === 'CUSTOM' && it.version !== undefined)
    return 'You cannot specify the field kubernetesVersion when using custom AMIs.';
  if (Object.keys(it.tags ?? {}).some((key) => key.startsWith('aws:')))
    return 'Tag keys starting with "aws:" are reserved for internal use';
  const { minSize, maxSize, desiredSize } = scalingOf(it);
  if (minSize > desiredSize) return `Minimum capacity ${minSize} can't be greater than desired size ${desiredSize}`;
  return desiredSize > maxSize ? `desired capacity ${desiredSize} can't be greater than max size ${maxSize}` : null;
}

/** Only the version of the cluster is taken, and so it is when none is named. */
const wrongVersion = (world: World, { version }: CreateNodegroupRequest): string | null =>
  version === undefined || version === world.eks.cluster.version
    ? null
    : `Requested Kubernetes version ${version} is not the version of the cluster, ${world.eks.cluster.version}`;

function newGroup(world: World, it: CreateNodegroupRequest): NodegroupState {
  const { cluster } = world.eks;
  const id = world.ids.uuid(`nodegroup ${it.nodegroupName}`);
  const createdAt = new Date(world.time.now()).toISOString();
  const release = it.amiType === 'CUSTOM' ? undefined : world.scenario.versions[cluster.version]?.releaseVersion;
  return {
    nodegroupName: it.nodegroupName,
    nodegroupArn: `${cluster.arn.replace(':cluster/', ':nodegroup/')}/${it.nodegroupName}/${id}`,
    clusterName: cluster.name,
    ...(it.amiType !== 'CUSTOM' && { version: cluster.version }),
    ...(release !== undefined && { releaseVersion: release }),
    status: 'CREATING',
    createdAt,
    modifiedAt: createdAt,
    capacityType: it.capacityType ?? 'ON_DEMAND',
    scalingConfig: scalingOf(it),
    instanceTypes: it.instanceTypes ?? (it.launchTemplate ? [] : ['t3.medium']),
    subnets: it.subnets,
    amiType: it.amiType ?? 'AL2_x86_64',
    nodeRole: it.nodeRole,
    labels: it.labels ?? {},
    taints: it.taints ?? [],
    ...(it.launchTemplate ? { launchTemplate: completed(world, it.launchTemplate) } : { diskSize: it.diskSize ?? 20 }),
    ...(it.remoteAccess && { remoteAccess: it.remoteAccess }),
    updateConfig: it.updateConfig ?? { maxUnavailable: 1 },
    ...(it.nodeRepairConfig && { nodeRepairConfig: it.nodeRepairConfig }),
    tags: it.tags ?? {},
    health: [],
    autoScalingGroups: [`eks-${it.nodegroupName}-${id}`],
  };
}

const DEFAULT_SIZES = { minSize: 2, maxSize: 2, desiredSize: 2 };

const scalingOf = (it: CreateNodegroupRequest) => ({ ...DEFAULT_SIZES, ...it.scalingConfig });

/** A template is named by id or by name; the answer tells both, and the version that was taken. */
function completed(
  world: World,
  it: NonNullable<CreateNodegroupRequest['launchTemplate']>,
): NonNullable<NodegroupState['launchTemplate']> {
  const known = [...world.eks.nodegroups.values()]
    .map((group) => group.launchTemplate)
    .find(
      (other) => (it.id !== undefined && other?.id === it.id) || (it.name !== undefined && other?.name === it.name),
    );
  return { ...(known && { id: known.id, name: known.name }), ...it, version: it.version ?? '1' } as NonNullable<
    NodegroupState['launchTemplate']
  >;
}
