import type { Subnet } from '#ports/ec2';
import type { Cluster, Update } from '#ports/eks';

/** The healthy cluster `ekstest` at 1.20. */
export function aCluster(wish: Partial<Cluster> = {}): Cluster {
  return {
    name: 'ekstest',
    arn: 'arn:aws:eks:ap-northeast-1:111122223333:cluster/ekstest',
    version: '1.20',
    status: 'ACTIVE',
    endpoint: 'https://ekstest.example',
    createdAt: '2021-10-01T00:00:00.000Z',
    certificateAuthority: '',
    subnetIds: ['subnet-a', 'subnet-c', 'subnet-d'],
    tags: {},
    health: [],
    autoMode: false,
    ...wish,
  };
}

/** Update `u-1` of the control plane to 1.21, in progress. */
export function anUpdate(wish: Partial<Update> = {}): Update {
  return {
    id: 'u-1',
    status: 'InProgress',
    type: 'VersionUpdate',
    params: [{ type: 'Version', value: '1.21' }],
    createdAt: '2021-12-04T08:30:38.000Z',
    errors: [],
    ...wish,
  };
}

/** A subnet of zone `ap-northeast-1<letter>`. */
export const aSubnet = (letter: string, availableIpAddressCount = 250): Subnet => ({
  subnetId: `subnet-${letter}`,
  availabilityZone: `ap-northeast-1${letter}`,
  availableIpAddressCount,
  cidrBlock: '10.0.0.0/24',
});
