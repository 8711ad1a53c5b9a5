import { nodesOfGroup } from '../drain/marks.ts';
import { isFinished } from '../drain/pod-facts.ts';
import type { Nodegroup } from '../eks/nodegroup.ts';
import type { InstanceTypeLimits } from '../eks/subnet.ts';
import type { Node } from '../kubernetes/node.ts';
import type { Pod } from '../kubernetes/pod.ts';
import { type CniSettings, readCniSettings } from '../network/cni-settings.ts';
import { type NodeAddresses, nodeAddresses, podCapacity } from '../network/node-addresses.ts';
import { placeNodes, spreadOverZones, type ZoneShare } from '../network/spread.ts';
import type { Concern, PlannedHop } from './check.ts';
import { FOR_CONTROL_PLANE } from './control-plane-addresses.ts';
import type { Facts } from './facts.ts';

type Known = Pick<Facts, 'cluster' | 'subnets' | 'instanceTypes' | 'nodegroups' | 'nodes' | 'pods' | 'workloads'>;

/**
 * Group after group: whether the new nodes, each with its share of the old group's pods, find their addresses in the
 * group's subnets while the old nodes still hold theirs. Nodes of the new group that are there already have theirs.
 */
export function judgeNodeAddresses(facts: Known, hop: PlannedHop, controlPlaneDone: boolean): readonly Concern[] {
  const groups = facts.nodegroups.filter(({ nodegroupName }) => hop.rotations.some(({ old }) => old === nodegroupName));
  if (groups.length === 0) return [];
  const cni = readCniSettings(facts.workloads);
  if (cni.kind === 'cannot-judge') return groups.map((group) => cannotJudge(group, cni.why));
  const free = freeAddresses(facts, controlPlaneDone);
  return groups.flatMap((group) => judgeGroup(group, facts, cni.settings, hop, free));
}

// Five addresses in each cluster subnet stay for the control plane until it has moved.
function freeAddresses({ subnets, cluster }: Known, controlPlaneDone: boolean): Map<string, number> {
  return new Map(
    subnets.map(({ subnetId, availableIpAddressCount }) => {
      const kept = !controlPlaneDone && cluster.subnetIds.includes(subnetId) ? FOR_CONTROL_PLANE : 0;
      return [subnetId, Math.max(0, availableIpAddressCount - kept)];
    }),
  );
}

function judgeGroup(
  group: Nodegroup,
  facts: Known,
  cni: CniSettings,
  hop: PlannedHop,
  free: Map<string, number>,
): readonly Concern[] {
  const limits = largest(group, facts.instanceTypes, cni);
  if (!limits)
    return [
      cannotJudge(
        group,
        `EC2 does not tell the network limits of ${group.instanceTypes.join(', ') || 'its instance type, which the launch template names'}`,
      ),
    ];
  const newName = hop.rotations.find(({ old }) => old === group.nodegroupName)?.new ?? '';
  const wanted = Math.max(0, group.scalingConfig.desiredSize - nodesOfGroup(facts.nodes, newName).length);
  const pods = podsEach(group, facts.nodes, facts.pods);
  const each = nodeAddresses(limits, cni, Math.min(pods, podCapacity(limits, cni)));
  const own = facts.subnets.filter(({ subnetId }) => group.subnets.includes(subnetId));
  return spreadOverZones(wanted, own).flatMap((share) => {
    const before = new Map(free);
    const homeless = placeNodes(share, each.taken, free);
    return homeless === 0 ? [] : [tooFew(group, share, each, pods, homeless, before)];
  });
}

/** The pods with an address of their own that an average node of the group carries, rounded up. */
function podsEach(group: Nodegroup, nodes: readonly Node[], pods: readonly Pod[]): number {
  const names = new Set(nodesOfGroup(nodes, group.nodegroupName).map(({ metadata }) => metadata.name));
  const own = pods.filter(
    (pod) => names.has(pod.spec.nodeName ?? '') && pod.spec.hostNetwork !== true && !isFinished(pod),
  );
  return Math.ceil(own.length / Math.max(1, group.scalingConfig.desiredSize));
}

// The group may start any of its instance types: the one that takes most addresses counts.
function largest(group: Nodegroup, types: readonly InstanceTypeLimits[], cni: CniSettings): InstanceTypeLimits | null {
  const own = types.filter(({ instanceType }) => group.instanceTypes.includes(instanceType));
  return own.toSorted((a, b) => nodeAddresses(b, cni, 0).taken - nodeAddresses(a, cni, 0).taken)[0] ?? null;
}

function tooFew(
  group: Nodegroup,
  share: ZoneShare,
  each: NodeAddresses,
  pods: number,
  homeless: number,
  free: ReadonlyMap<string, number>,
): Concern {
  const left = share.subnets.map(({ subnetId }) => `${subnetId} ${free.get(subnetId) ?? 0}`).join(', ');
  return {
    code: 'TOO_FEW_ADDRESSES_FOR_NODES',
    severity: 'block',
    object: share.subnets.map(({ subnetId }) => subnetId).join('+'),
    why:
      `${share.nodes} new node(s) for group ${group.nodegroupName} in ${share.zone} take ${each.taken} addresses each ` +
      `(${each.interfaces} interfaces with ${pods} pods on it); usable now: ${left}; ${homeless} node(s) find no place`,
    whatToDo:
      'free addresses there, lower the stock of the VPC CNI (WARM_IP_TARGET, MINIMUM_IP_TARGET on aws-node), or give the group larger subnets',
  };
}

function cannotJudge({ nodegroupName }: Nodegroup, why: string): Concern {
  return {
    code: 'ADDRESSES_NOT_JUDGED',
    severity: 'risk',
    object: nodegroupName,
    why: `cannot judge whether the new nodes for ${nodegroupName} find enough addresses: ${why}`,
    whatToDo: `see by hand that the addresses of ${nodegroupName} can double for a while`,
  };
}
