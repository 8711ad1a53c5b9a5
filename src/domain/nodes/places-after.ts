import { nodesOfGroup } from '../drain/marks.ts';
import type { Nodegroup } from '../eks/nodegroup.ts';
import type { Node } from '../kubernetes/node.ts';
import type { Place } from './accepts.ts';
import { NODEGROUP } from './labels.ts';

interface Rotation {
  readonly old: string;
  readonly new: string;
}

/** No label value: a node to come has a name of its own, which no selector can know. */
const UNKNOWABLE = '?';

/** Each node has a value of its own. */
const OF_ONE_NODE = ['kubernetes.io/hostname', 'alpha.eksctl.io/instance-id'];

/** Which image the node runs: another one after the rotation, unless the launch template names it. */
const IMAGE = 'eks.amazonaws.com/nodegroup-image';

/** Set by the kubelet and the cloud provider, which may still be about to do so on a young node. */
const WELL_KNOWN = /^((topology|node|beta|failure-domain\.beta)\.)?kubernetes\.io\//;

/**
 * Where pods can be after the rotations: the nodes that stay, and for each old node one like it in the new group. That
 * has the labels which EKS gives to the group, and those of the node that all nodes of the old group have: a label
 * that only some have was put there by hand.
 */
export function placesAfter(
  nodes: readonly Node[],
  groups: readonly Nodegroup[],
  rotations: readonly Rotation[],
): readonly Place[] {
  const old = rotations.map((it) => it.old);
  const staying = nodes.filter(({ metadata }) => !old.includes(metadata.labels?.[NODEGROUP] ?? ''));
  return [...staying.map(({ metadata }) => metadata), ...rotations.flatMap((it) => placesToCome(it, nodes, groups))];
}

function placesToCome(rotation: Rotation, nodes: readonly Node[], groups: readonly Nodegroup[]): readonly Place[] {
  const group = (name: string) => groups.find(({ nodegroupName }) => nodegroupName === name);
  const old = group(rotation.old);
  const siblings = nodesOfGroup(nodes, rotation.old).map(({ metadata }) => metadata.labels ?? {});
  const isKept = (key: string): boolean =>
    old?.labels[key] === undefined &&
    (key !== IMAGE || old?.amiType === 'CUSTOM') &&
    (WELL_KNOWN.test(key) || siblings.every((it) => it[key] !== undefined));
  const given = {
    ...(group(rotation.new) ?? old)?.labels,
    ...Object.fromEntries(OF_ONE_NODE.map((key) => [key, UNKNOWABLE])),
    [NODEGROUP]: rotation.new,
  };
  return siblings.map((labels) => ({
    name: UNKNOWABLE,
    labels: { ...Object.fromEntries(Object.entries(labels).filter(([key]) => isKept(key))), ...given },
  }));
}
