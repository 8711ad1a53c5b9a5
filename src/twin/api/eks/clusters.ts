import { startUpdate } from '../../controllers/eks/updates.ts';
import type { UpdateState } from '../../model/eks-state.ts';
import { minorOf } from '../../model/resources.ts';
import type { World } from '../../model/world.ts';
import type { WireAnswer } from '../answer.ts';
import { paged, type Request, text } from './paging.ts';
import { invalidParameter, invalidRequest, noCluster, resourceInUse } from './refusals.ts';
import { clusterShape, updateShape } from './shapes.ts';
import { once } from './tokens.ts';

export const listClusters = (world: World, request: Request): WireAnswer =>
  paged(request, 'clusters', [world.eks.cluster.name], {});

export function describeCluster(world: World, request: Request): WireAnswer {
  const name = text(request, 'name');
  return name === world.eks.cluster.name
    ? { status: 200, body: { cluster: clusterShape(world.eks.cluster) } }
    : noCluster(name);
}

/** One minor at a time, one update at a time, and no managed node too old for the new version. */
export function updateClusterVersion(world: World, request: Request): WireAnswer {
  const { cluster } = world.eks;
  const clusterName = text(request, 'name');
  if (clusterName !== cluster.name) return noCluster(clusterName);
  return once(
    world,
    'UpdateClusterVersion',
    request,
    { clusterName },
    () => {
      const refused = whyNot(world, text(request, 'version'));
      if (refused) return { answer: refused };
      const update = begin(world, text(request, 'version'));
      return { answer: updated(update), result: update.id };
    },
    (id) => updated(world.eks.updates.find((it) => it.id === id) as UpdateState),
  );
}

const updated = (update: UpdateState): WireAnswer => ({ status: 200, body: { update: updateShape(update) } });

function begin(world: World, version: string) {
  return startUpdate(world, {}, 'VersionUpdate', [
    { type: 'Version', value: version },
    { type: 'PlatformVersion', value: world.scenario.versions[version]?.platformVersion ?? 'eks.1' },
  ]);
}

function whyNot(world: World, version: string): WireAnswer | null {
  const { cluster, updates } = world.eks;
  const about = { clusterName: cluster.name };
  const running = updates.find(
    (it) => it.status === 'InProgress' && it.nodegroupName === undefined && it.addonName === undefined,
  );
  if (running)
    return resourceInUse(
      `Cannot VersionUpdate because cluster ${cluster.name} currently has update ${running.id} in progress`,
      about,
    );
  if (cluster.status !== 'ACTIVE')
    return resourceInUse(`Cannot VersionUpdate because cluster ${cluster.name} is in status ${cluster.status}`, about);
  if (minorOf(version) !== minorOf(cluster.version) + 1) {
    return invalidParameter(`Unsupported Kubernetes minor version update from ${cluster.version} to ${version}`, about);
  }
  if (!world.scenario.versions[version]) return invalidParameter(`unsupported Kubernetes version ${version}`, about);
  const tooOld = groupsTooOld(world, minorOf(version));
  if (tooOld.length === 0) return null;
  const message = `Nodegroups ${tooOld.join(', ')} must be updated to match cluster version ${cluster.version} before updating cluster version`;
  return invalidRequest(message, about);
}

/** Managed groups only: EKS does not look at nodes that it does not manage. */
function groupsTooOld(world: World, target: number): readonly string[] {
  const current = minorOf(world.eks.cluster.version);
  const isTooOld = (minor: number) =>
    world.scenario.managedNodesMustMatch ? minor !== current : minor < oldestKubelet(target, minor);
  const groups = [...world.eks.nodegroups.values()];
  return groups
    .filter((it) =>
      [...kubeletsOf(world, it.nodegroupName), minorOf(it.version ?? world.eks.cluster.version)].some(isTooOld),
    )
    .map((it) => it.nodegroupName);
}

/** https://kubernetes.io/releases/version-skew-policy/#kubelet: three minors from kubelet 1.25 on, two before. */
const oldestKubelet = (target: number, kubelet: number): number => target - (kubelet >= 25 ? 3 : 2);

const kubeletsOf = (world: World, group: string): readonly number[] =>
  world.store
    .list('nodes')
    .filter((it) => it.metadata.labels?.['eks.amazonaws.com/nodegroup'] === group)
    .map((it) => minorOf(it.status.nodeInfo.kubeletVersion));
