import type { NodeSelection, PodObject } from '../model/object.ts';
import { nodeFits } from '../model/selector.ts';
import { repellingTaint } from '../model/taints.ts';
import { isChosenBy, onlyNode } from './node-affinity.ts';
import { type NodeRoom, type NodeRooms, requestsOf } from './node-rooms.ts';
import { bestRooms } from './placing/best-rooms.ts';
import { neighboursOf } from './placing/neighbours.ts';
import { spreadOf } from './placing/spread.ts';

export type Choice =
  /** Equally good ones, in order. */
  | { readonly kind: 'nodes'; readonly names: readonly [string, ...string[]] }
  | { readonly kind: 'nowhere'; readonly why: string };

const NOT_CHOSEN = "node(s) didn't match Pod's node affinity/selector";

/** So many nodes that fit are compared; in a larger cluster the scheduler does not look at all of them either. */
const COMPARED = 100;

/** The best nodes for a pod; `selections` are further conditions that its volumes set. */
export function chooseNode(rooms: NodeRooms, pod: PodObject, selections: readonly NodeSelection[]): Choice {
  const spread = spreadOf(rooms, pod);
  const neighbours = neighboursOf(rooms, pod);
  const only = onlyNode(pod.spec);
  const obstacles = (room: NodeRoom): readonly string[] => {
    // Nodes that the pod cannot mean are not even asked.
    if (only !== undefined && room.node.metadata.name !== only) return [NOT_CHOSEN];
    const own = ownObstacles(room, pod, selections);
    if (own.length > 0) return own;
    const why = spread.obstacle(room) ?? neighbours.obstacle(room);
    return why === null ? [] : [why];
  };
  const fitting = fittingRooms(rooms, pod, (room) => obstacles(room).length === 0);
  const [first, ...others] = bestRooms(fitting, pod, spread, neighbours).map((it) => it.node.metadata.name);
  if (first !== undefined) return { kind: 'nodes', names: [first, ...others] };
  return { kind: 'nowhere', why: explain(rooms, obstacles) };
}

function fittingRooms(rooms: NodeRooms, pod: PodObject, fits: (room: NodeRoom) => boolean): readonly NodeRoom[] {
  const only = onlyNode(pod.spec);
  const alone = only === undefined ? undefined : rooms.get(only);
  if (only !== undefined) return alone && fits(alone) ? [alone] : [];
  const found: NodeRoom[] = [];
  for (const set of rooms.inOrder(pod.spec.tolerations)) {
    set.find((room) => {
      if (fits(room)) found.push(room);
      return found.length >= COMPARED;
    });
    if (found.length >= COMPARED) break;
  }
  return found;
}

/** What keeps the pod away whatever else runs in the cluster: the first kind of it, as the scheduler asks. */
function ownObstacles(room: NodeRoom, pod: PodObject, wanted: readonly NodeSelection[]): readonly string[] {
  const { node } = room;
  if (node.spec.unschedulable && repellingTaint({ ...node, spec: { taints: [UNSCHEDULABLE] } }, pod.spec.tolerations)) {
    return ['node(s) were unschedulable'];
  }
  const taint = repellingTaint(node, pod.spec.tolerations);
  if (taint) return [`node(s) had taint {${taint.key}: ${taint.value ?? ''}}, that the pod didn't tolerate`];
  if (!isChosenBy(pod.spec, node)) return [NOT_CHOSEN];
  const lacks = lacksOf(room, pod);
  if (lacks.length > 0) return lacks;
  return wanted.every((it) => nodeFits(it, node)) ? [] : ['node(s) had volume node affinity conflict'];
}

function lacksOf(room: NodeRoom, pod: PodObject): readonly string[] {
  const request = requestsOf(pod);
  return [
    ...(room.pods + 1 > room.mostPods ? ['Too many pods'] : []),
    ...(request.cpu > 0 && room.cpu + request.cpu > room.mostCpu ? ['Insufficient cpu'] : []),
    ...(request.memory > 0 && room.memory + request.memory > room.mostMemory ? ['Insufficient memory'] : []),
  ];
}

/** In the words of the scheduler: `0/3 nodes are available: 3 node(s) were unschedulable.` */
function explain(rooms: NodeRooms, obstacles: (room: NodeRoom) => readonly string[]): string {
  const counts = new Map<string, number>();
  const all = rooms.all();
  for (const room of all) for (const why of obstacles(room)) counts.set(why, (counts.get(why) ?? 0) + 1);
  const parts = [...counts].map(([why, count]) => `${count} ${why}`).sort();
  return all.length === 0
    ? 'no nodes available to schedule pods'
    : `0/${all.length} nodes are available: ${parts.join(', ')}.`;
}

const UNSCHEDULABLE = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' } as const;
