import type { Node } from '#ports/kubernetes';
import type { NodeFate } from './plan.ts';
import type { World } from './trace.ts';

const GROUP = 'eks.amazonaws.com/nodegroup';
const ZONE = 'topology.kubernetes.io/zone';

/** What becomes of each node: those of before in their order, then the new ones. */
export function nodeFates(before: World, after: World): readonly NodeFate[] {
  const kept = new Map(after.nodes.map((node) => [node.metadata.name, node]));
  const known = new Set(before.nodes.map((node) => node.metadata.name));
  const moved = podsMovedFrom(before, after);
  return [
    ...before.nodes.map((node) => fateOf(node, kept.get(node.metadata.name), moved.get(node.metadata.name) ?? 0)),
    ...after.nodes
      .filter((node) => !known.has(node.metadata.name))
      .map((node) => ({ ...nameplate(node), fate: 'new' as const, podsMoved: 0 })),
  ];
}

function fateOf(before: Node, after: Node | undefined, podsMoved: number): NodeFate {
  if (after === undefined) return { ...nameplate(before), fate: 'removed', podsMoved };
  const isClosed = after.spec.unschedulable === true && before.spec.unschedulable !== true;
  return { ...nameplate(after), fate: isClosed ? 'stays-unschedulable' : 'stays', podsMoved };
}

const nameplate = (node: Node) => ({
  node: node.metadata.name,
  group: node.metadata.labels?.[GROUP] ?? null,
  zone: node.metadata.labels?.[ZONE] ?? null,
  kubelet: node.status.nodeInfo.kubeletVersion,
});

/** Pods that something recreates elsewhere or that are lost; those of DaemonSets and of the node itself go with it. */
function podsMovedFrom(before: World, after: World): ReadonlyMap<string, number> {
  const left = new Set(after.pods.map((pod) => pod.metadata.uid));
  const counts = new Map<string, number>();
  for (const pod of before.pods) {
    const node = pod.spec.nodeName;
    if (node === undefined || left.has(pod.metadata.uid) || isBoundToNode(pod)) continue;
    counts.set(node, (counts.get(node) ?? 0) + 1);
  }
  return counts;
}

/** True for pods of a DaemonSet and for mirror pods: they are part of their node. */
export const isBoundToNode = (pod: World['pods'][number]): boolean =>
  pod.metadata.ownerReferences?.some(
    (it) => it.controller === true && (it.kind === 'DaemonSet' || it.kind === 'Node'),
  ) === true;
