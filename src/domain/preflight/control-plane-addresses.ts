import type { Cluster } from '../eks/cluster.ts';
import type { Subnet } from '../eks/subnet.ts';
import type { Concern } from './check.ts';

/** What an update may take in a subnet (https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html: "up to five"). */
export const FOR_CONTROL_PLANE = 5;
const ZONES = 2;

/** EKS puts new interfaces of the API servers into two zones: each needs a subnet of the cluster with five addresses free. */
export function judgeControlPlaneAddresses(cluster: Cluster, subnets: readonly Subnet[]): readonly Concern[] {
  const own = subnets.filter(({ subnetId }) => cluster.subnetIds.includes(subnetId));
  const gone = cluster.subnetIds.filter((id) => own.every(({ subnetId }) => subnetId !== id));
  const zones = new Set(
    own.filter((it) => it.availableIpAddressCount >= FOR_CONTROL_PLANE).map((it) => it.availabilityZone),
  );
  return [
    ...gone.map((id) => goneSubnet(id, cluster.name)),
    ...(zones.size >= ZONES ? [] : [tooFew(cluster, own, zones.size)]),
  ];
}

function goneSubnet(id: string, cluster: string): Concern {
  return {
    code: 'SUBNET_GONE',
    severity: 'block',
    object: id,
    why: `subnet ${id} was given to cluster ${cluster} and does not exist any more; an update fails with SubnetNotFound`,
    whatToDo: `give the cluster other subnets in the same zones: aws eks update-cluster-config --name ${cluster} --resources-vpc-config subnetIds=…`,
  };
}

function tooFew(cluster: Cluster, own: readonly Subnet[], zones: number): Concern {
  const free = own.map((it) => `${it.subnetId} (${it.availabilityZone}) ${it.availableIpAddressCount}`).join(', ');
  return {
    code: 'TOO_FEW_ADDRESSES_FOR_CONTROL_PLANE',
    severity: 'block',
    object: cluster.name,
    why: `the update needs ${FOR_CONTROL_PLANE} free addresses in a cluster subnet of each of ${ZONES} zones; ${zones} zone has them; free: ${free || 'no subnet'}`,
    whatToDo: 'free addresses in these subnets, or give the cluster larger ones: aws eks update-cluster-config',
  };
}
