import type { NodeSelection, PodObject } from '../model/object.ts';
import { nodeFits } from '../model/selector.ts';
import { repellingTaint } from '../model/taints.ts';
import { type NodeRoom, type NodeRooms, ownerKey, requestsOf } from './node-rooms.ts';

export type Choice =
  | { readonly kind: 'node'; readonly name: string }
  | { readonly kind: 'nowhere'; readonly why: string };

/** The node for a pod; `selections` are further conditions that its volumes set. */
export function chooseNode(rooms: NodeRooms, pod: PodObject, selections: readonly NodeSelection[]): Choice {
  const owner = ownerKey(pod);
  const affinity = pod.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const wanted = affinity ? [...selections, affinity] : selections;
  for (const set of rooms.inOrder(pod.spec.tolerations)) {
    let best: NodeRoom | undefined;
    const first = set.find((room) => {
      if (obstacle(room, pod, wanted) !== null) return false;
      if (best === undefined || room.podsOf(owner) < best.podsOf(owner)) best = room;
      // Rooms come with the fewest pods first: nothing better can follow one that has none of this owner.
      return best.podsOf(owner) === 0;
    });
    const chosen = first ?? best;
    if (chosen) return { kind: 'node', name: chosen.node.metadata.name };
  }
  return { kind: 'nowhere', why: explain(rooms, pod, wanted) };
}

function obstacle(room: NodeRoom, pod: PodObject, wanted: readonly NodeSelection[]): string | null {
  const { node } = room;
  if (node.spec.unschedulable && repellingTaint({ ...node, spec: { taints: [UNSCHEDULABLE] } }, pod.spec.tolerations)) {
    return 'node(s) were unschedulable';
  }
  const taint = repellingTaint(node, pod.spec.tolerations);
  if (taint) return `node(s) had taint {${taint.key}: ${taint.value ?? ''}}, that the pod didn't tolerate`;
  const labels = node.metadata.labels ?? {};
  if (Object.entries(pod.spec.nodeSelector ?? {}).some(([key, value]) => labels[key] !== value))
    return "node(s) didn't match Pod's node affinity/selector";
  if (wanted.some((it) => !nodeFits(it, node))) return 'node(s) had volume node affinity conflict';
  return lack(room, pod);
}

function lack(room: NodeRoom, pod: PodObject): string | null {
  const request = requestsOf(pod);
  if (room.pods + 1 > room.mostPods) return 'Too many pods';
  if (room.cpu + request.cpu > room.mostCpu) return 'Insufficient cpu';
  if (room.memory + request.memory > room.mostMemory) return 'Insufficient memory';
  return null;
}

/** In the words of the scheduler: `0/3 nodes are available: 3 node(s) were unschedulable.` */
function explain(rooms: NodeRooms, pod: PodObject, wanted: readonly NodeSelection[]): string {
  const counts = new Map<string, number>();
  const all = rooms.all();
  for (const room of all) {
    const why = obstacle(room, pod, wanted);
    if (why !== null) counts.set(why, (counts.get(why) ?? 0) + 1);
  }
  const parts = [...counts].map(([why, count]) => `${count} ${why}`).sort();
  return all.length === 0
    ? 'no nodes available to schedule pods'
    : `0/${all.length} nodes are available: ${parts.join(', ')}.`;
}

const UNSCHEDULABLE = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' } as const;
