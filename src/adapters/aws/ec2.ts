import {
  type _InstanceType,
  DescribeInstanceTypesCommand,
  DescribeSubnetsCommand,
  type EC2Client,
  type InstanceTypeInfo,
  type Subnet as SdkSubnet,
} from '@aws-sdk/client-ec2';
import type { Ec2, InstanceTypeLimits, Subnet } from '#ports/ec2';
import { answered } from './answer.ts';
import { allPages } from './pages.ts';
import { required } from './present.ts';

/** Amazon EC2 through the AWS SDK. Asked about nothing, it answers nothing (an empty list would mean "all" to the API). */
export const createEc2 = (client: EC2Client): Ec2 => ({
  describeSubnets: (subnetIds) => answered(async () => sortedBy(await subnetsOf(client, subnetIds), 'subnetId')),
  describeInstanceTypes: (types) => answered(async () => sortedBy(await limitsOf(client, types), 'instanceType')),
});

async function subnetsOf(client: EC2Client, subnetIds: readonly string[]): Promise<readonly Subnet[]> {
  if (subnetIds.length === 0) return [];
  const found = await allPages(async (nextToken) => {
    const page = await client.send(new DescribeSubnetsCommand({ SubnetIds: [...subnetIds], ...asEc2(nextToken) }));
    // The client reads a proxy's HTML page with status 200 as an answer without a set.
    return { items: required(page.Subnets, 'subnetSet'), nextToken: page.NextToken };
  });
  return found.map(toSubnet);
}

async function limitsOf(client: EC2Client, types: readonly string[]): Promise<readonly InstanceTypeLimits[]> {
  if (types.length === 0) return [];
  const found = await allPages(async (nextToken) => {
    const request = { InstanceTypes: [...types] as _InstanceType[], ...asEc2(nextToken) };
    const page = await client.send(new DescribeInstanceTypesCommand(request));
    return { items: required(page.InstanceTypes, 'instanceTypeSet'), nextToken: page.NextToken };
  });
  return found.map(toLimits);
}

const toSubnet = (it: SdkSubnet): Subnet => ({
  subnetId: required(it.SubnetId, 'subnetId'),
  availabilityZone: required(it.AvailabilityZone, 'availabilityZone'),
  availableIpAddressCount: required(it.AvailableIpAddressCount, 'availableIpAddressCount'),
  cidrBlock: required(it.CidrBlock, 'cidrBlock'),
});

const toLimits = (it: InstanceTypeInfo): InstanceTypeLimits => ({
  instanceType: required(it.InstanceType, 'instanceType'),
  maximumNetworkInterfaces: required(it.NetworkInfo?.MaximumNetworkInterfaces, 'networkInfo.maximumNetworkInterfaces'),
  ipv4AddressesPerInterface: required(
    it.NetworkInfo?.Ipv4AddressesPerInterface,
    'networkInfo.ipv4AddressesPerInterface',
  ),
});

const asEc2 = (more: { nextToken?: string }) => (more.nextToken === undefined ? {} : { NextToken: more.nextToken });

// EC2 promises no order; the same world has to give the same plan.
const sortedBy = <K extends string, T extends Readonly<Record<K, string>>>(items: readonly T[], key: K): readonly T[] =>
  [...items].sort((a, b) => (a[key] < b[key] ? -1 : 1));
