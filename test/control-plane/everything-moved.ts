import { controllerOf, isReady, type NodeObject, type PodObject } from '#twin/model/object';
import type { Eks } from './eks/open-eks.ts';
import type { Hop } from './hop.ts';

/** Where the StatefulSets' pods live: `default/statefulset-0` → zone. */
export const zonesOf = ({ world }: Eks): ReadonlyMap<string, string> =>
  new Map(
    world.store
      .list('pods')
      .filter((it) => it.metadata.ownerReferences?.some(({ kind }) => kind === 'StatefulSet'))
      .map((it) => [
        `${it.metadata.namespace}/${it.metadata.name}`,
        zoneOf(world.store.get('nodes', undefined, it.spec.nodeName ?? '')),
      ]),
  );

/** What a finished hop has left undone, by what the cluster shows. */
export function unmoved(eks: Eks, { to, scenario }: Hop, zonesBefore: ReadonlyMap<string, string>): readonly string[] {
  const { store, eks: state } = eks.world;
  const problems: string[] = [];
  const old = scenario.nodegroups.map(({ nodegroupName }) => nodegroupName);
  if (state.cluster.version !== to) problems.push(`EKS is at ${state.cluster.version}`);
  for (const name of old) if (state.nodegroups.has(name)) problems.push(`node group ${name} is still there`);
  for (const node of store.list('nodes')) problems.push(...nodeProblems(node, to));
  for (const pod of store.list('pods'))
    problems.push(...podProblems(pod, store.get('nodes', undefined, pod.spec.nodeName ?? '')));
  const zones = zonesOf(eks);
  for (const [pod, zone] of zonesBefore)
    if (zones.get(pod) !== zone) problems.push(`pod ${pod} was in ${zone} and is in ${zones.get(pod) ?? 'no zone'}`);
  return [...problems, ...addonProblems(eks, to)];
}

function nodeProblems(node: NodeObject, to: string): readonly string[] {
  const version = node.status.nodeInfo?.kubeletVersion ?? '';
  const isRight = version.startsWith(`v${to}.`) && isReady(node) && node.spec.unschedulable !== true;
  return isRight ? [] : [`node ${node.metadata.name} has kubelet ${version}, or is not Ready, or is closed`];
}

/** The garbage collector needs about a minute for the pods of DaemonSets whose node is gone; nobody else waits for them. */
const isForTheCollector = (pod: PodObject, node: NodeObject | undefined): boolean =>
  node === undefined && pod.spec.nodeName !== undefined && controllerOf(pod)?.kind === 'DaemonSet';

const podProblems = (pod: PodObject, node: NodeObject | undefined): readonly string[] =>
  (node && isReady(pod)) || isForTheCollector(pod, node)
    ? []
    : [`pod ${pod.metadata.namespace}/${pod.metadata.name} is not Ready on a node of now`];

function addonProblems({ world }: Eks, to: string): readonly string[] {
  return [...world.eks.addons.values()].flatMap(({ addonName, addonVersion, status }) => {
    const wanted = world.scenario.addonVersions.find((it) => it.addonName === addonName && it.fits[to] === 'default');
    const isRight = status === 'ACTIVE' && (wanted === undefined || wanted.addonVersion === addonVersion);
    return isRight ? [] : [`add-on ${addonName} is at ${addonVersion}, ${status}`];
  });
}

const zoneOf = (node: NodeObject | undefined): string => node?.metadata.labels?.['topology.kubernetes.io/zone'] ?? '';
