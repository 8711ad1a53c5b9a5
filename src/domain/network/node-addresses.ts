import type { InstanceTypeLimits } from '../eks/subnet.ts';
import type { CniSettings } from './cni-settings.ts';

/** What a node holds of its subnet. */
export interface NodeAddresses {
  readonly interfaces: number;
  /** Addresses for pods, given or in stock. */
  readonly forPods: number;
  /** All addresses taken from the subnet: the primary one of each interface, and those for pods. */
  readonly taken: number;
}

const PREFIX = 16;

/**
 * What the VPC CNI takes for a node on which `pods` pods with an address of their own run; `maxPods` stops its growth
 * (https://github.com/aws/amazon-vpc-cni-k8s/blob/master/docs/eni-and-ip-target.md).
 */
export function nodeAddresses(
  limits: InstanceTypeLimits,
  settings: CniSettings,
  pods: number,
  maxPods: number = Number.POSITIVE_INFINITY,
): NodeAddresses {
  const slots = limits.ipv4AddressesPerInterface - 1;
  const size = settings.warmPrefixes === null ? 1 : PREFIX;
  const most = Math.max(
    1,
    Math.min(settings.maxInterfaces ?? Number.POSITIVE_INFINITY, limits.maximumNetworkInterfaces - trunks(settings)),
  );
  const wanted = Math.min(wantedSlots(settings, pods, slots, size, most, maxPods), most * slots);
  const interfaces = Math.max(1, Math.ceil(wanted / slots));
  return {
    interfaces: interfaces + trunks(settings),
    forPods: wanted * size,
    taken: interfaces + trunks(settings) + wanted * size,
  };
}

// A slot of an interface holds one address, or with prefixes one block of 16.
function wantedSlots(
  settings: CniSettings,
  pods: number,
  slots: number,
  size: number,
  most: number,
  maxPods: number,
): number {
  const used = Math.ceil(pods / size);
  if (settings.warmIps !== null || settings.minimumIps !== null) {
    return Math.ceil(Math.max(pods + (settings.warmIps ?? 0), settings.minimumIps ?? 0, 1) / size);
  }
  if (settings.warmPrefixes !== null) return used + Math.max(settings.warmPrefixes, used === 0 ? 1 : 0);
  return wholeInterfaces(settings.warmInterfaces, pods, slots, most, maxPods) * slots;
}

// Interfaces come whole: one more as long as fewer addresses are free than the stock asks for.
function wholeInterfaces(warm: number, pods: number, slots: number, most: number, maxPods: number): number {
  let interfaces = 1;
  for (; interfaces < most; interfaces += 1) {
    const total = interfaces * slots;
    const free = total - pods;
    const low = warm === 0 ? free <= 0 : free < warm * slots;
    if (!low || total >= maxPods) break;
  }
  return interfaces;
}

const trunks = ({ trunk }: CniSettings): number => (trunk ? 1 : 0);

/** How many pods with an address of their own fit on a node (host network pods are not counted). */
export function podCapacity(limits: InstanceTypeLimits, settings: CniSettings): number {
  const most = Math.min(
    settings.maxInterfaces ?? Number.POSITIVE_INFINITY,
    limits.maximumNetworkInterfaces - trunks(settings),
  );
  const size = settings.warmPrefixes === null ? 1 : PREFIX;
  return Math.max(1, most) * (limits.ipv4AddressesPerInterface - 1) * size;
}
