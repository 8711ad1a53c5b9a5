import type { Pod } from '#ports/kubernetes';
import { isBoundToNode } from './node-fates.ts';
import type { WorkloadFate } from './plan.ts';
import type { World } from './trace.ts';

const ZONE = 'topology.kubernetes.io/zone';

/** What becomes of the pods of each workload, sorted by its name. Pods that belong to their node are left out. */
export function workloadFates(before: World, after: World): readonly WorkloadFate[] {
  const was = podsByWorkload(before);
  const is = podsByWorkload(after);
  const zonesBefore = zoneCounter(before);
  const zonesAfter = zoneCounter(after);
  return [...was].sort(byName).map(([workload, pods]) => {
    const now = is.get(workload) ?? [];
    return { workload, ...change(pods, now), zonesBefore: zonesBefore(pods), zonesAfter: zonesAfter(now) };
  });
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

function change(was: readonly Pod[], is: readonly Pod[]): Pick<WorkloadFate, 'pods' | 'moved' | 'fate'> {
  const left = new Set(is.map((pod) => pod.metadata.uid));
  const moved = was.filter((pod) => !left.has(pod.metadata.uid)).length;
  const isBack = is.filter(runs).length >= was.filter(runs).length;
  const fate = moved === 0 ? 'stays' : is.length === 0 ? 'lost' : isBack ? 'moves' : 'not-back';
  return { pods: was.length, moved, fate };
}

const runs = (pod: Pod): boolean =>
  pod.status.conditions?.some((it) => it.type === 'Ready' && it.status === 'True') === true;

function podsByWorkload(world: World): ReadonlyMap<string, readonly Pod[]> {
  const parents = new Map(world.workloads.map((it) => [it.metadata.uid, it]));
  const groups = new Map<string, Pod[]>();
  for (const pod of world.pods) {
    if (isBoundToNode(pod)) continue;
    const workload = workloadOf(pod);
    const group = groups.get(workload);
    if (group) group.push(pod);
    else groups.set(workload, [pod]);
  }
  return groups;

  function workloadOf(pod: Pod): string {
    const owner = controllerOf(pod);
    if (owner === undefined) return `Pod/${pod.metadata.namespace}/${pod.metadata.name}`;
    const above = parents.get(owner.uid);
    // A ReplicaSet of a Deployment is not what people know it by.
    const top = (above && controllerOf(above)) ?? owner;
    return `${top.kind}/${pod.metadata.namespace}/${top.name}`;
  }
}

const controllerOf = (object: { readonly metadata: Pod['metadata'] }) =>
  object.metadata.ownerReferences?.find((it) => it.controller === true);

/** Counts pods by the zone of their node in this world. */
function zoneCounter(world: World): (pods: readonly Pod[]) => Readonly<Record<string, number>> {
  const zones = new Map(world.nodes.map((it) => [it.metadata.name, it.metadata.labels?.[ZONE] ?? 'no zone']));
  return (pods) => {
    const counts = new Map<string, number>();
    for (const { spec } of pods) {
      const zone = spec.nodeName === undefined ? 'not scheduled' : (zones.get(spec.nodeName) ?? 'no node');
      counts.set(zone, (counts.get(zone) ?? 0) + 1);
    }
    return Object.fromEntries([...counts].sort(byName));
  };
}
