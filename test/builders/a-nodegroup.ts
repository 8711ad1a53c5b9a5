import type { Nodegroup } from '#ports/eks';

/** The healthy group `managed-ng-20` of `ekstest`, without a launch template. */
export function aNodegroup(wish: Partial<Nodegroup> = {}): Nodegroup {
  const name = wish.nodegroupName ?? 'managed-ng-20';
  return {
    nodegroupName: name,
    nodegroupArn: `arn:aws:eks:ap-northeast-1:111122223333:nodegroup/ekstest/${name}/1`,
    clusterName: 'ekstest',
    version: '1.20',
    status: 'ACTIVE',
    createdAt: '2021-11-01T00:00:00.000Z',
    capacityType: 'ON_DEMAND',
    scalingConfig: { minSize: 3, maxSize: 3, desiredSize: 3 },
    instanceTypes: ['t3.medium'],
    subnets: ['subnet-a', 'subnet-c', 'subnet-d'],
    amiType: 'AL2_x86_64',
    nodeRole: 'arn:aws:iam::111122223333:role/node',
    labels: { team: 'web' },
    taints: [],
    diskSize: 30,
    remoteAccess: { ec2SshKey: 'ekstest' },
    updateConfig: { maxUnavailable: 1 },
    tags: { owner: 'platform' },
    health: [],
    autoScalingGroups: [`eks-${name}-1`],
    ...wish,
  };
}
