import type { AddonState, ClusterState, NodegroupState, UpdateState } from '../../model/eks-state.ts';
import type { World } from '../../model/world.ts';

/** Instants go over the wire as seconds since 1970. */
export const seconds = (instant: string): number => Date.parse(instant) / 1000;

const health = (issues: ClusterState['health']) => ({ issues });

export function clusterShape(it: ClusterState) {
  return {
    name: it.name,
    arn: it.arn,
    createdAt: seconds(it.createdAt),
    version: it.version,
    endpoint: it.endpoint,
    roleArn: it.roleArn,
    resourcesVpcConfig: {
      subnetIds: it.subnetIds,
      securityGroupIds: it.securityGroupIds,
      clusterSecurityGroupId: null,
      vpcId: it.vpcId ?? null,
      endpointPublicAccess: true,
      endpointPrivateAccess: true,
      publicAccessCidrs: ['0.0.0.0/0'],
    },
    status: it.status,
    certificateAuthority: { data: it.certificateAuthority },
    clientRequestToken: null,
    platformVersion: it.platformVersion ?? null,
    tags: it.tags,
    health: health(it.health),
    computeConfig: it.autoMode ? { enabled: true } : null,
  };
}

export function nodegroupShape(it: NodegroupState) {
  return {
    nodegroupName: it.nodegroupName,
    nodegroupArn: it.nodegroupArn,
    clusterName: it.clusterName,
    version: it.version ?? null,
    releaseVersion: it.releaseVersion ?? null,
    createdAt: seconds(it.createdAt),
    modifiedAt: seconds(it.modifiedAt),
    status: it.status,
    capacityType: it.capacityType ?? null,
    scalingConfig: it.scalingConfig,
    instanceTypes: it.instanceTypes.length > 0 ? it.instanceTypes : null,
    subnets: it.subnets,
    remoteAccess: it.remoteAccess ?? null,
    amiType: it.amiType ?? null,
    nodeRole: it.nodeRole,
    labels: it.labels,
    taints: it.taints.length > 0 ? it.taints : null,
    resources: { autoScalingGroups: it.autoScalingGroups.map((name) => ({ name })), remoteAccessSecurityGroup: null },
    diskSize: it.diskSize ?? null,
    health: health(it.health),
    updateConfig: it.updateConfig ?? null,
    nodeRepairConfig: it.nodeRepairConfig ?? null,
    launchTemplate: it.launchTemplate ?? null,
    tags: it.tags,
  };
}

export function addonShape(world: World, it: AddonState) {
  const { arn } = world.eks.cluster;
  return {
    addonName: it.addonName,
    clusterName: world.eks.cluster.name,
    status: it.status,
    addonVersion: it.addonVersion,
    health: health(it.health),
    addonArn: `${arn.replace(':cluster/', ':addon/')}/${it.addonName}`,
    createdAt: seconds(it.createdAt),
    modifiedAt: seconds(it.modifiedAt),
    serviceAccountRoleArn: it.serviceAccountRoleArn ?? null,
    tags: it.tags,
    publisher: null,
    owner: null,
    marketplaceInformation: null,
    configurationValues: it.configurationValues ?? null,
    podIdentityAssociations: it.podIdentityAssociations,
  };
}

export const updateShape = (it: UpdateState) => ({
  id: it.id,
  status: it.status,
  type: it.type,
  params: it.params,
  createdAt: seconds(it.createdAt),
  errors: it.errors,
});
