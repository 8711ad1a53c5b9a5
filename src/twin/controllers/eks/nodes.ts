import { addressesTaken, freeAddresses } from '../../model/addresses.ts';
import type { NodegroupState, SubnetState } from '../../model/eks-state.ts';
import { newNode, nodeName } from '../../model/new-node.ts';
import { type NodeObject, timestamp } from '../../model/object.ts';
import type { World } from '../../model/world.ts';

/** Instances of one call come up this far apart, ms. */
const APART = 3_000;
/** How long the instances of a group that shrinks still run, ms. */
const RETIRE_AFTER = 60_000;

export const nodesOf = (world: World, group: string): readonly NodeObject[] =>
  world.store.list('nodes').filter((it) => it.metadata.labels?.['eks.amazonaws.com/nodegroup'] === group);

/** Starts instances, each in the subnet that has the fewest of the group; gives the subnets that had no address left. */
export function launchNodes(world: World, group: NodegroupState, count: number): readonly string[] {
  const planned = new Map(
    group.subnets
      .map((id) => [id, world.eks.subnets.get(id)] as const)
      .flatMap(([id, it]) => (it ? [[id, it] as const] : [])),
  );
  const inSubnet = new Map(
    [...planned].map(([id, it]) => [
      id,
      nodesOf(world, group.nodegroupName).filter((n) => zoneOf(n) === it.availabilityZone).length,
    ]),
  );
  const reserved = new Map<string, number>();
  const exhausted = new Set<string>();
  for (let index = 0; index < count; index++) {
    const subnet = [...planned.values()].sort(
      (a, b) => (inSubnet.get(a.subnetId) ?? 0) - (inSubnet.get(b.subnetId) ?? 0),
    )[0];
    if (!subnet) break;
    const needs = addressesOfFreshNode(world, group);
    inSubnet.set(subnet.subnetId, (inSubnet.get(subnet.subnetId) ?? 0) + 1);
    if (freeAddresses(world, subnet) - (reserved.get(subnet.subnetId) ?? 0) < needs) {
      exhausted.add(subnet.subnetId);
      continue;
    }
    reserved.set(subnet.subnetId, (reserved.get(subnet.subnetId) ?? 0) + needs);
    const hurdle = hurdleOf(world, group, index);
    const start = () => join(world, group, subnet, hurdle);
    world.after(world.scenario.durations.nodeJoin + index * APART, () => unless(world, hurdle === 'join', start));
  }
  return [...exhausted];
}

/** Cordons nodes and empties them without looking at budgets, as a group that shrinks or is deleted does; later they are gone. */
export function retireNodes(world: World, nodes: readonly NodeObject[], after: number = RETIRE_AFTER): void {
  for (const node of nodes) world.cluster.empty(node.metadata.name);
  world.after(after, () => {
    for (const node of nodes) world.cluster.terminate(node);
  });
}

type Hurdle = World['faults']['nodes'][number]['never'];

/** What a fault of the scenario keeps this node from. */
const hurdleOf = (world: World, { nodegroupName }: NodegroupState, index: number): Hurdle | undefined =>
  world.faults.nodes.find((it) => it.group === nodegroupName && (it.index ?? index) === index)?.never;

/** Acts now; when something keeps it from that, not before the faults are mended. */
function unless(world: World, isKept: boolean, act: () => void): void {
  if (isKept) world.onceMended(act);
  else act();
}

function join(world: World, group: NodegroupState, subnet: SubnetState, hurdle: Hurdle | undefined): void {
  if (!world.eks.nodegroups.has(group.nodegroupName) || group.status === 'DELETING') return;
  const kubelet =
    world.scenario.versions[group.version ?? '']?.kubelet ??
    world.scenario.versions[world.eks.cluster.version]?.kubelet;
  const node = newNode(world.scenario, {
    address: nextAddress(world, subnet),
    zone: subnet.availabilityZone,
    group,
    kubelet: kubelet ?? `v${world.eks.cluster.version}.0`,
    instanceType: group.instanceTypes[0] ?? 't3.medium',
    labels: {},
    createdAt: timestamp(world.time.now()),
    isReady: false,
  });
  world.cluster.join(node);
  world.after(world.scenario.durations.nodeReady, () =>
    unless(world, hurdle === 'ready', () => world.cluster.becomeReady(node.metadata.name)),
  );
}

function nextAddress(world: World, subnet: SubnetState): string {
  const prefix = subnet.cidrBlock.split('.').slice(0, 3).join('.');
  for (;;) {
    const made = `${prefix}.${4 + (Number.parseInt(world.ids.hex(`address ${subnet.subnetId}`, 4), 16) % 250)}`;
    const address = subnet.nextAddresses.shift() ?? made;
    if (!world.store.get('nodes', undefined, nodeName(world.scenario.region, address))) return address;
  }
}

function addressesOfFreshNode(world: World, group: NodegroupState): number {
  const type = world.scenario.instanceTypes.find((it) => it.instanceType === (group.instanceTypes[0] ?? 't3.medium'));
  if (!type) return 1;
  const { maximumNetworkInterfaces: interfaces, ipv4AddressesPerInterface: addressesPerInterface } = type;
  return addressesTaken(
    { interfaces, addressesPerInterface, warmInterfaces: 1, warmAddresses: null, minimumAddresses: null },
    0,
  );
}

const zoneOf = (node: NodeObject): string | undefined => node.metadata.labels?.['topology.kubernetes.io/zone'];
