import type { NodegroupState } from '../../model/eks-state.ts';
import { isReady } from '../../model/object.ts';
import { minorOf } from '../../model/resources.ts';
import type { World } from '../../model/world.ts';
import { holderOf, mayStay, nodesIn, REPLACES_TAG, RUN_TAG } from '../marks.ts';
import { FINE, type Rule, texts, wrong } from '../rule.ts';

/** An old group is deleted only when it is closed and empty, the control plane is newer, and its replacement carries the load. */
export const deletion = (world: World): Rule => ({
  name: 'deletion',
  judge: ({ operation, body }) => {
    const group = operation === 'eks:DeleteNodegroup' && world.eks.nodegroups.get(String(body.nodegroupName));
    // Going already: EKS refuses, and nothing more is lost.
    if (!group || group.status === 'DELETING') return FINE;
    return wrong([...whatItHolds(world, group), ...whatIsNotThere(world, group)]);
  },
});

function whatItHolds(world: World, { nodegroupName: name }: NodegroupState): readonly string[] {
  return nodesIn(world, name).flatMap(({ metadata, spec }) => [
    ...texts([spec.unschedulable !== true, `group ${name} is deleted while its node ${metadata.name} is open`]),
    ...world.store
      .podsOnNode(metadata.name)
      .filter((pod) => !mayStay(pod))
      .map(
        (pod) => `group ${name} is deleted with pod ${pod.metadata.namespace}/${pod.metadata.name} on ${metadata.name}`,
      ),
  ]);
}

function whatIsNotThere(world: World, group: NodegroupState): readonly string[] {
  const { nodegroupName: name, tags, version } = group;
  const replacements = [...world.eks.nodegroups.values()].filter((it) => it.tags[REPLACES_TAG] === name);
  const standing = replacements.filter(({ status }) => status === 'ACTIVE');
  const lacks = standing.map((it) => nodesLacking(world, it));
  const server = minorOf(world.eks.cluster.version);
  return texts(
    [tags[RUN_TAG] === holderOf(world), `group ${name} is the new one and deleted`],
    [version !== undefined && minorOf(version) >= server, `group ${name} is deleted although the cluster is not newer`],
    [standing.length === 0, `group ${name} is deleted although no group stands in its place`],
    [
      standing.length > 0 && lacks.every((it) => it > 0),
      `group ${name} is deleted although its replacement lacks nodes`,
    ],
  );
}

/** How many nodes that take pods a group lacks. */
function nodesLacking(world: World, { nodegroupName, scalingConfig }: NodegroupState): number {
  const open = nodesIn(world, nodegroupName).filter((it) => isReady(it) && it.spec.unschedulable !== true);
  return scalingConfig.desiredSize - open.length;
}
