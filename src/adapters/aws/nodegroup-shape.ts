import type { NodegroupScalingConfig, Nodegroup as SdkNodegroup, Taint } from '@aws-sdk/client-eks';
import type { Nodegroup, NodegroupTaint, ScalingConfig } from '#domain/eks/nodegroup';
import { toIssues } from './cluster-shape.ts';
import { instant, present, required } from './present.ts';

/** A node group of the SDK in our shape. */
export function toNodegroup(it: SdkNodegroup | undefined): Nodegroup {
  const group = required(it, 'nodegroup');
  return {
    nodegroupName: required(group.nodegroupName, 'nodegroup.nodegroupName'),
    nodegroupArn: required(group.nodegroupArn, 'nodegroup.nodegroupArn'),
    clusterName: required(group.clusterName, 'nodegroup.clusterName'),
    status: required(group.status, 'nodegroup.status'),
    createdAt: instant(group.createdAt, 'nodegroup.createdAt'),
    scalingConfig: toScaling(group.scalingConfig),
    instanceTypes: group.instanceTypes ?? [],
    subnets: group.subnets ?? [],
    nodeRole: required(group.nodeRole, 'nodegroup.nodeRole'),
    labels: group.labels ?? {},
    taints: (group.taints ?? []).map(toTaint),
    tags: group.tags ?? {},
    health: toIssues(group.health),
    autoScalingGroups: (group.resources?.autoScalingGroups ?? []).flatMap(({ name }) => name ?? []),
    ...optionalOf(group),
  };
}

function optionalOf(group: SdkNodegroup) {
  const { remoteAccess, launchTemplate, updateConfig, nodeRepairConfig } = group;
  return present({
    version: group.version,
    releaseVersion: group.releaseVersion,
    capacityType: group.capacityType,
    amiType: group.amiType,
    diskSize: group.diskSize,
    remoteAccess:
      remoteAccess &&
      present({ ec2SshKey: remoteAccess.ec2SshKey, sourceSecurityGroups: remoteAccess.sourceSecurityGroups }),
    launchTemplate:
      launchTemplate && present({ id: launchTemplate.id, name: launchTemplate.name, version: launchTemplate.version }),
    updateConfig:
      updateConfig &&
      present({
        maxUnavailable: updateConfig.maxUnavailable,
        maxUnavailablePercentage: updateConfig.maxUnavailablePercentage,
      }),
    nodeRepairConfig: nodeRepairConfig && present({ enabled: nodeRepairConfig.enabled }),
  });
}

function toScaling(it: NodegroupScalingConfig | undefined): ScalingConfig {
  return {
    minSize: required(it?.minSize, 'nodegroup.scalingConfig.minSize'),
    maxSize: required(it?.maxSize, 'nodegroup.scalingConfig.maxSize'),
    desiredSize: required(it?.desiredSize, 'nodegroup.scalingConfig.desiredSize'),
  };
}

const toTaint = (it: Taint): NodegroupTaint => ({
  key: required(it.key, 'taint.key'),
  effect: required(it.effect, 'taint.effect'),
  ...present({ value: it.value }),
});
