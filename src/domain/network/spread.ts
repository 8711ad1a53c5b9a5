import type { Subnet } from '../eks/subnet.ts';

/** The new nodes that one zone has to take, and the subnets it has for them. */
export interface ZoneShare {
  readonly zone: string;
  readonly nodes: number;
  readonly subnets: readonly Subnet[];
}

/**
 * How many of `nodes` new nodes each zone has to be ready for: an Auto Scaling group spreads evenly over its zones
 * (https://docs.aws.amazon.com/autoscaling/ec2/userguide/auto-scaling-benefits.html).
 */
export function spreadOverZones(nodes: number, subnets: readonly Subnet[]): readonly ZoneShare[] {
  const zones = [...new Set(subnets.map(({ availabilityZone }) => availabilityZone))].sort();
  return zones.map((zone) => ({
    zone,
    nodes: Math.ceil(nodes / zones.length),
    subnets: subnets.filter(({ availabilityZone }) => availabilityZone === zone),
  }));
}

/**
 * Takes the addresses of the nodes out of `free` (subnet id → addresses left), the roomiest subnet first, and says how
 * many nodes found no place. `free` is changed, so that several groups can be placed one after another.
 */
export function placeNodes(share: ZoneShare, addressesEach: number, free: Map<string, number>): number {
  let left = share.nodes;
  const freeIn = ({ subnetId }: Subnet) => free.get(subnetId) ?? 0;
  const roomiest = () =>
    [...share.subnets].sort((a, b) => freeIn(b) - freeIn(a) || (a.subnetId < b.subnetId ? -1 : 1))[0];
  for (let subnet = roomiest(); left > 0 && subnet && freeIn(subnet) >= addressesEach; subnet = roomiest()) {
    free.set(subnet.subnetId, freeIn(subnet) - addressesEach);
    left -= 1;
  }
  return left;
}
