import type { NodegroupState } from '../../model/eks-state.ts';
import type { World } from '../../model/world.ts';
import { hasItsNodes } from './nodegroup-config.ts';
import { launchNodes, nodesOf, retireNodes } from './nodes.ts';

const LOOKS_EVERY = 15_000;
type Issue = NodegroupState['health'][number];

/** EKS gives up on nodes that do not join after about this time, ms. */
const PATIENCE = 25 * 60_000;

/** A group in CREATING: its instances start, and it becomes ACTIVE, DEGRADED or CREATE_FAILED. */
export function raiseNodegroup(world: World, group: NodegroupState): void {
  const fault = world.takeFault(world.faults.nodegroupCreations, group.nodegroupName);
  if (fault) {
    const status = fault.status ?? 'CREATE_FAILED';
    if (status === 'DEGRADED') launchNodes(world, group, group.scalingConfig.desiredSize);
    world.after(fault.after ?? world.scenario.durations.nodegroupCreate, () => give(group, status, issueOf(fault)));
    return;
  }
  const exhausted = launchNodes(world, group, group.scalingConfig.desiredSize);
  const started = world.time.now();
  world.after(world.scenario.durations.nodegroupCreate, () => look(world, group, exhausted, started));
}

/** A group in DELETING: its nodes are emptied and go half way, the group itself at the end, unless that fails. */
export function fellNodegroup(world: World, group: NodegroupState): void {
  const fault = world.takeFault(world.faults.nodegroupDeletions, group.nodegroupName);
  const takes = fault?.after ?? world.scenario.durations.nodegroupDelete;
  retireNodes(world, nodesOf(world, group.nodegroupName), takes / 2);
  world.after(takes, () => {
    if (world.eks.nodegroups.get(group.nodegroupName) !== group) return;
    if (fault === undefined) world.eks.nodegroups.delete(group.nodegroupName);
    else become(group, 'DELETE_FAILED', issueOf(fault));
  });
}

const issueOf = ({ code, message, resourceIds }: Issue): Issue => ({ code, message, resourceIds });

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

function give(group: NodegroupState, status: NodegroupState['status'], issue?: Issue): void {
  if (group.status === 'CREATING') become(group, status, issue);
}

function become(group: NodegroupState, status: NodegroupState['status'], issue?: Issue): void {
  group.status = status;
  if (issue) group.health = [...group.health, issue];
}
