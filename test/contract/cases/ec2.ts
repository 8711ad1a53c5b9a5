import { type ContractCase, one } from '../case.ts';

/** Amazon EC2, reading only. */
export const ec2Cases: readonly ContractCase[] = [
  one('two subnets', 'value', ({ ec2 }) => ec2.describeSubnets(['subnet-b', 'subnet-a'])),
  one('no subnets', 'value', ({ ec2 }) => ec2.describeSubnets([])),
  one('a subnet that is missing', '400 InvalidSubnetID.NotFound', ({ ec2 }) => ec2.describeSubnets(['subnet-gone'])),
  one('an instance type', 'value', ({ ec2 }) => ec2.describeInstanceTypes(['t3.small'])),
  one('an instance type that does not exist', '400 InvalidInstanceType', ({ ec2 }) =>
    ec2.describeInstanceTypes(['x9.huge']),
  ),
];
