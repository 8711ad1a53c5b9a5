import type { NodegroupState, UpdateState } from '../../model/eks-state.ts';
import { isReady, type NodeObject } from '../../model/object.ts';
import type { World } from '../../model/world.ts';
import { launchNodes, nodesOf, retireNodes } from './nodes.ts';

/** A finished ConfigUpdate: sizes and labels of the group; instances come and go with the desired size. */
export function applyNodegroupConfig(world: World, update: UpdateState): void {
  const group = world.eks.nodegroups.get(update.nodegroupName ?? '');
  if (!group) return;
  const value = (type: string) => update.params.find((it) => it.type === type)?.value;
  const size = (type: string, before: number) => Number(value(type) ?? before);
  const { minSize, maxSize, desiredSize } = group.scalingConfig;
  group.scalingConfig = {
    minSize: size('MinSize', minSize),
    maxSize: size('MaxSize', maxSize),
    desiredSize: size('DesiredSize', desiredSize),
  };
  const add = JSON.parse(value('LabelsToAdd') ?? '{}') as Record<string, string>;
  const remove = new Set(JSON.parse(value('LabelsToRemove') ?? '[]') as string[]);
  group.labels = Object.fromEntries(Object.entries({ ...group.labels, ...add }).filter(([key]) => !remove.has(key)));
  relabel(world, group, add, remove);
  group.modifiedAt = new Date(world.time.now()).toISOString();
  resize(world, group);
}

function resize(world: World, group: NodegroupState): void {
  const nodes = nodesOf(world, group.nodegroupName);
  const lacking = group.scalingConfig.desiredSize - nodes.length;
  if (lacking > 0) launchNodes(world, group, lacking);
  if (lacking < 0) retireNodes(world, firstToGo(nodes).slice(0, -lacking));
}

/** As an Auto Scaling group chooses: from the zone with the most instances, the oldest first. */
function firstToGo(nodes: readonly NodeObject[]): readonly NodeObject[] {
  const left = [...nodes].sort((a, b) => (a.metadata.creationTimestamp < b.metadata.creationTimestamp ? -1 : 1));
  const order: NodeObject[] = [];
  while (left.length > 0) {
    const crowd = (it: NodeObject) => left.filter((other) => zoneOf(other) === zoneOf(it)).length;
    const next = left.reduce((most, it) => (crowd(it) > crowd(most) ? it : most));
    order.push(next);
    left.splice(left.indexOf(next), 1);
  }
  return order;
}

function relabel(
  world: World,
  group: NodegroupState,
  add: Readonly<Record<string, string>>,
  remove: ReadonlySet<string>,
): void {
  if (Object.keys(add).length === 0 && remove.size === 0) return;
  for (const node of nodesOf(world, group.nodegroupName)) world.cluster.relabel(node, add, remove);
}

/** Whether as many nodes of a group are ready as it wants. */
export const hasItsNodes = (world: World, group: NodegroupState): boolean =>
  nodesOf(world, group.nodegroupName).filter(isReady).length >= group.scalingConfig.desiredSize;

const zoneOf = (node: NodeObject): string => node.metadata.labels?.['topology.kubernetes.io/zone'] ?? '';
