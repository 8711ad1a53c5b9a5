import type { Nodegroup } from '#ports/eks';
import type { Node } from '#ports/kubernetes';
import { checkScenario } from '#twin/scenario/load';
import type { Scenario } from '#twin/scenario/schema';
import type { ReadPorts } from './read-ports.ts';
import { ask } from './snapshot/ask.ts';
import { eksFacts, type SnapshotOf, subnetsOf } from './snapshot/eks-facts.ts';
import { kubernetesFacts } from './snapshot/kubernetes-facts.ts';
import { removedApisFacts } from './snapshot/removed-apis-facts.ts';

const GROUP = 'eks.amazonaws.com/nodegroup';
const TYPE = 'node.kubernetes.io/instance-type';

/**
 * A live cluster as a scenario of the twin. Only reads. The same cluster gives the same snapshot: what changes by itself
 * (heartbeats, resource versions, the time of reading) is left out, and so is everything that may be a secret.
 */
export async function takeSnapshot(ports: ReadPorts, of: SnapshotOf): Promise<Scenario> {
  const eks = await eksFacts(ports, of);
  const { gitVersion, nodes, denied, objects } = await kubernetesFacts(ports);
  const going = await removedApisFacts(ports, of);
  const subnetIds = subnetsOf(eks.cluster, eks.nodegroups);
  const types = instanceTypes(eks.nodegroups, nodes);
  const subnets = await ask('the subnets', ports.ec2.describeSubnets(subnetIds));
  const limits = types.length === 0 ? [] : await ask('the instance types', ports.ec2.describeInstanceTypes(types));
  return checkScenario({
    format: 1,
    name: of.cluster,
    now: newestInstant(eks.cluster.createdAt, objects),
    region: eks.cluster.arn.split(':')[3] ?? '',
    cluster: eks.cluster,
    versions: { [of.from]: versionNow(gitVersion, nodes, eks.nodegroups), [of.to]: versionAhead(of.to) },
    nodegroups: eks.nodegroups,
    launchTemplates: launchTemplates(eks.nodegroups, nodes),
    addons: eks.addons,
    addonVersions: eks.addonVersions,
    updates: eks.updates,
    subnets,
    instanceTypes: limits.map((it) => ({ ...it, ...sizesOf(it.instanceType, nodes) })),
    objects: [...objects, ...going.objects],
    ...('insights' in going && { insights: going.insights }),
    access: { denied, deniedActions: going.deniedActions },
  });
}

function instanceTypes(groups: readonly Nodegroup[], nodes: readonly Node[]): readonly string[] {
  const ofNodes = nodes.flatMap((node) => node.metadata.labels?.[TYPE] ?? []);
  return [...new Set([...groups.flatMap((it) => it.instanceTypes), ...ofNodes])].sort();
}

/** What a live node of this type shows; nothing when there is none. */
function sizesOf(type: string, nodes: readonly Node[]) {
  const node = nodes.find((it) => it.metadata.labels?.[TYPE] === type);
  return node ? { capacity: node.status.capacity ?? {}, allocatable: node.status.allocatable ?? {} } : {};
}

/** A launch template decides how many pods a node takes; the API does not say, but a node of the group does. */
function launchTemplates(groups: readonly Nodegroup[], nodes: readonly Node[]) {
  return groups.flatMap(({ nodegroupName, launchTemplate }) => {
    const node = nodes.find((it) => it.metadata.labels?.[GROUP] === nodegroupName);
    const maxPods = Number(node?.status.allocatable?.pods);
    return launchTemplate && maxPods > 0 ? [{ id: launchTemplate.id, name: launchTemplate.name, maxPods }] : [];
  });
}

function versionNow(gitVersion: string, nodes: readonly Node[], groups: readonly Nodegroup[]) {
  const kubelet = nodes[0]?.status.nodeInfo.kubeletVersion ?? gitVersion;
  return { apiServer: gitVersion, kubelet, releaseVersion: groups[0]?.releaseVersion ?? 'unknown' };
}

/** The patch versions that EKS would bring are not known beforehand; these say so by their name. */
function versionAhead(minor: string) {
  return {
    apiServer: `v${minor}.0-eks-predicted`,
    kubelet: `v${minor}.0-eks-predicted`,
    releaseVersion: `${minor}.0-predicted`,
  };
}

/** Model time begins when the newest of the facts came about, so that it does not depend on when somebody looks. */
function newestInstant(
  createdAt: string,
  objects: readonly { readonly metadata: { readonly creationTimestamp?: string } }[],
): string {
  const instants = objects.map(({ metadata }) => Date.parse(metadata.creationTimestamp ?? createdAt));
  return new Date(instants.reduce((newest, it) => Math.max(newest, it), Date.parse(createdAt))).toISOString();
}
