/** A subnet as DescribeSubnets says. */
export interface Subnet {
  readonly subnetId: string;
  readonly availabilityZone: string;
  readonly availableIpAddressCount: number;
  readonly cidrBlock: string;
}

/** The network limits of an instance type as DescribeInstanceTypes says. */
export interface InstanceTypeLimits {
  readonly instanceType: string;
  readonly maximumNetworkInterfaces: number;
  readonly ipv4AddressesPerInterface: number;
}
