import type { SubnetState } from './eks-state.ts';
import { isFinished, type NodeObject } from './object.ts';
import type { World } from './world.ts';

/** Limits of an instance type and the settings of `aws-node` that decide how many addresses a node takes. */
export interface CniSettings {
  readonly interfaces: number;
  readonly addressesPerInterface: number;
  readonly warmInterfaces: number;
  readonly warmAddresses: number | null;
  readonly minimumAddresses: number | null;
}

/**
 * How many addresses of its subnet a node takes with so many pods in the pod network: one for each interface, and those
 * held for pods (https://github.com/aws/amazon-vpc-cni-k8s, eni-and-ip-target.md). Prefix delegation is not modelled.
 */
export function addressesTaken(settings: CniSettings, pods: number): number {
  const usable = settings.addressesPerInterface - 1;
  const most = settings.interfaces * usable;
  if (settings.warmAddresses === null && settings.minimumAddresses === null) {
    const wanted = Math.ceil(pods / usable) + settings.warmInterfaces;
    return Math.min(settings.interfaces, Math.max(1, wanted)) * settings.addressesPerInterface;
  }
  const held = Math.min(most, Math.max(pods + (settings.warmAddresses ?? 0), settings.minimumAddresses ?? 0));
  return held + Math.max(1, Math.ceil(held / usable));
}

/** How many more pods with an address of their own a node can take; Infinity when its type is not known. */
export function addressRoom(world: World, nodeName: string): number {
  const node = world.store.get('nodes', undefined, nodeName);
  const settings = node && settingsOf(world, node);
  if (!settings) return Number.POSITIVE_INFINITY;
  return settings.interfaces * (settings.addressesPerInterface - 1) - podsWithAddress(world, nodeName);
}

/** Free addresses of a subnet now, never below zero. */
export function freeAddresses(world: World, subnet: SubnetState): number {
  return Math.max(0, subnet.freeWithoutNodes - takenByNodes(world, subnet));
}

/** What the nodes of a subnet take now. */
export function takenByNodes(world: World, subnet: SubnetState): number {
  let taken = 0;
  for (const node of world.store.list('nodes')) if (isIn(node, subnet.cidrBlock)) taken += takenByNode(world, node);
  return taken;
}

function takenByNode(world: World, node: NodeObject): number {
  const settings = settingsOf(world, node);
  return settings ? addressesTaken(settings, podsWithAddress(world, node.metadata.name)) : 1;
}

const podsWithAddress = (world: World, node: string): number =>
  world.store.podsOnNode(node).filter((it) => !it.spec.hostNetwork && it.status.podIP !== undefined && !isFinished(it))
    .length;

function settingsOf(world: World, node: NodeObject): CniSettings | undefined {
  const name = node.metadata.labels?.['node.kubernetes.io/instance-type'];
  const type = world.scenario.instanceTypes.find((it) => it.instanceType === name);
  if (!type) return undefined;
  const env = cniEnvironment(world);
  const number = (key: string): number | null => (env.has(key) ? Number(env.get(key)) : null);
  return {
    interfaces: Math.min(type.maximumNetworkInterfaces, number('MAX_ENI') ?? Number.POSITIVE_INFINITY),
    addressesPerInterface: type.ipv4AddressesPerInterface,
    warmInterfaces: number('WARM_ENI_TARGET') ?? 1,
    warmAddresses: number('WARM_IP_TARGET'),
    minimumAddresses: number('MINIMUM_IP_TARGET'),
  };
}

function cniEnvironment(world: World): ReadonlyMap<string, string> {
  const cni = world.store.get('apps/daemonsets', 'kube-system', 'aws-node');
  const env = cni?.spec.template.spec.containers.find((it) => it.name === 'aws-node')?.env ?? [];
  return new Map(
    env.flatMap((it) => (it.value === undefined || it.value === '' ? [] : [[it.name, it.value] as const])),
  );
}

function isIn(node: NodeObject, cidr: string): boolean {
  const address = node.status.addresses?.find((it) => it.type === 'InternalIP')?.address;
  const [base = '', bits = '32'] = cidr.split('/');
  if (address === undefined) return false;
  const size = 2 ** (32 - Number(bits));
  return Math.floor(asNumber(address) / size) === Math.floor(asNumber(base) / size);
}

const asNumber = (address: string): number => address.split('.').reduce((all, part) => all * 256 + Number(part), 0);
