import { freeAddresses } from '../model/addresses.ts';
import type { World } from '../model/world.ts';
import type { Access } from '../scenario/access-schema.ts';
import type { WireAnswer } from './answer.ts';
import type { Perform } from './call.ts';
import type { Ec2Face } from './face.ts';
import { mayAct } from './iam.ts';

/** The EC2 side of the face: reading only. */
export function ec2Face(world: World, perform: Perform, access: () => Access = () => world.access): Ec2Face {
  const call = (operation: string, parameters: Readonly<Record<string, unknown>>, act: () => WireAnswer): WireAnswer =>
    perform({ operation, kind: 'read', parameters }, () => (mayAct(access(), operation, '*') ? act() : denied()));
  return {
    describeSubnets: (subnetIds) => call('ec2:DescribeSubnets', { subnetIds }, () => describeSubnets(world, subnetIds)),
    describeInstanceTypes: (instanceTypes) =>
      call('ec2:DescribeInstanceTypes', { instanceTypes }, () => describeInstanceTypes(world, instanceTypes)),
  };
}

function describeSubnets(world: World, subnetIds: readonly string[]): WireAnswer {
  const missing = subnetIds.find((it) => !world.eks.subnets.has(it));
  if (missing !== undefined) return refused('InvalidSubnetID.NotFound', `The subnet ID '${missing}' does not exist`);
  const wanted = [...world.eks.subnets.values()].filter(
    (it) => subnetIds.length === 0 || subnetIds.includes(it.subnetId),
  );
  const subnetSet = wanted.map((it) => ({
    subnetId: it.subnetId,
    state: 'available',
    vpcId: world.eks.cluster.vpcId ?? '',
    cidrBlock: it.cidrBlock,
    availableIpAddressCount: freeAddresses(world, it),
    availabilityZone: it.availabilityZone,
  }));
  return { status: 200, body: { subnetSet } };
}

function describeInstanceTypes(world: World, instanceTypes: readonly string[]): WireAnswer {
  const known = world.scenario.instanceTypes;
  const missing = instanceTypes.find((name) => !known.some((it) => it.instanceType === name));
  if (missing !== undefined) {
    return refused('InvalidInstanceType', `The following supplied instance types do not exist: [${missing}]`);
  }
  const wanted = known.filter((it) => instanceTypes.length === 0 || instanceTypes.includes(it.instanceType));
  const instanceTypeSet = wanted.map((it) => ({
    instanceType: it.instanceType,
    networkInfo: {
      maximumNetworkInterfaces: it.maximumNetworkInterfaces,
      ipv4AddressesPerInterface: it.ipv4AddressesPerInterface,
    },
  }));
  return { status: 200, body: { instanceTypeSet } };
}

const refused = (Code: string, Message: string): WireAnswer => ({ status: 400, body: { Errors: [{ Code, Message }] } });
const denied = (): WireAnswer => ({
  status: 403,
  body: { Errors: [{ Code: 'UnauthorizedOperation', Message: 'You are not authorized to perform this operation.' }] },
});
