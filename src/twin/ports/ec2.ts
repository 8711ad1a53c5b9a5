import { value } from '#ports/answer';
import type { Ec2, InstanceTypeLimits, Subnet } from '#ports/ec2';
import type { Ec2Face } from '../api/face.ts';
import { refusedByEc2 } from './refused.ts';

/** The port `Ec2` on the twin. Asked about nothing, it answers nothing, as the real one does. */
export const ec2Port = (face: Ec2Face): Ec2 => ({
  describeSubnets: async (subnetIds) => {
    if (subnetIds.length === 0) return value([]);
    const answer = face.describeSubnets([...subnetIds]);
    return answer.status < 300 ? value(sortedBy(subnetsIn(answer.body), 'subnetId')) : refusedByEc2(answer);
  },
  describeInstanceTypes: async (instanceTypes) => {
    if (instanceTypes.length === 0) return value([]);
    const answer = face.describeInstanceTypes([...instanceTypes]);
    return answer.status < 300 ? value(sortedBy(limitsIn(answer.body), 'instanceType')) : refusedByEc2(answer);
  },
});

const subnetsIn = (body: unknown): readonly Subnet[] =>
  (body as { readonly subnetSet: readonly Subnet[] }).subnetSet.map(
    ({ subnetId, availabilityZone, availableIpAddressCount, cidrBlock }) => ({
      subnetId,
      availabilityZone,
      availableIpAddressCount,
      cidrBlock,
    }),
  );

interface WireType {
  readonly instanceType: string;
  readonly networkInfo: Omit<InstanceTypeLimits, 'instanceType'>;
}

const limitsIn = (body: unknown): readonly InstanceTypeLimits[] =>
  (body as { readonly instanceTypeSet: readonly WireType[] }).instanceTypeSet.map(({ instanceType, networkInfo }) => ({
    instanceType,
    maximumNetworkInterfaces: networkInfo.maximumNetworkInterfaces,
    ipv4AddressesPerInterface: networkInfo.ipv4AddressesPerInterface,
  }));

const sortedBy = <Key extends string, T extends Readonly<Record<Key, string>>>(
  items: readonly T[],
  key: Key,
): readonly T[] => [...items].sort((a, b) => (a[key] < b[key] ? -1 : 1));
