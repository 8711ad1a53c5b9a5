import type { NodegroupState } from '../../model/eks-state.ts';
import type { World } from '../../model/world.ts';
import { hasItsNodes } from './nodegroup-config.ts';
import { launchNodes, nodesOf, retireNodes } from './nodes.ts';

const LOOKS_EVERY = 15_000;
/** EKS gives up on nodes that do not join after about this time, ms. */
const PATIENCE = 25 * 60_000;

/** A group in CREATING: its instances start, and it becomes ACTIVE or CREATE_FAILED. */
export function raiseNodegroup(world: World, group: NodegroupState): void {
  const fault = world.scenario.faults.nodegroupCreations.find((it) => it.name === group.nodegroupName);
  if (fault) {
    const issue = { code: fault.code, message: fault.message, resourceIds: fault.resourceIds };
    world.after(fault.after ?? world.scenario.durations.nodegroupCreate, () => give(group, 'CREATE_FAILED', issue));
    return;
  }
  const exhausted = launchNodes(world, group, group.scalingConfig.desiredSize);
  const started = world.time.now();
  world.after(world.scenario.durations.nodegroupCreate, () => look(world, group, exhausted, started));
}

/** A group in DELETING: its nodes are emptied and go half way, the group itself at the end. */
export function fellNodegroup(world: World, group: NodegroupState): void {
  const { nodegroupDelete } = world.scenario.durations;
  retireNodes(world, nodesOf(world, group.nodegroupName), nodegroupDelete / 2);
  world.after(nodegroupDelete, () => {
    if (world.eks.nodegroups.get(group.nodegroupName) === group) world.eks.nodegroups.delete(group.nodegroupName);
  });
}

function look(world: World, group: NodegroupState, exhausted: readonly string[], started: number): void {
  if (group.status !== 'CREATING') return;
  if (exhausted.length > 0) {
    const message = `Subnets [${exhausted.join(', ')}] do not have enough free addresses for the nodes of the group.`;
    give(group, 'CREATE_FAILED', { code: 'InsufficientFreeAddresses', message, resourceIds: exhausted });
    return;
  }
  if (hasItsNodes(world, group)) {
    give(group, 'ACTIVE');
    return;
  }
  if (world.time.now() > started + PATIENCE) {
    const message = 'Instances failed to join the kubernetes cluster';
    give(group, 'CREATE_FAILED', { code: 'NodeCreationFailure', message, resourceIds: [] });
    return;
  }
  world.after(LOOKS_EVERY, () => look(world, group, exhausted, started));
}

function give(group: NodegroupState, status: NodegroupState['status'], issue?: NodegroupState['health'][number]): void {
  if (group.status !== 'CREATING') return;
  group.status = status;
  if (issue) group.health = [...group.health, issue];
}
