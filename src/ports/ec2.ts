import type { InstanceTypeLimits, Subnet } from '#domain/eks/subnet';
import type { Answer } from './answer.ts';

export type { InstanceTypeLimits, Subnet };

/** What we need from Amazon EC2: reading only. */
export interface Ec2 {
  describeSubnets(subnetIds: readonly string[]): Promise<Answer<readonly Subnet[]>>;
  describeInstanceTypes(instanceTypes: readonly string[]): Promise<Answer<readonly InstanceTypeLimits[]>>;
}
