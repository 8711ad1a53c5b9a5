import type { LabelRequirement, LabelSelector, PodObject, PodTerm } from '../../model/object.ts';
import { matchesSelector } from '../../model/selector.ts';
import type { NodeRoom, NodeRooms } from '../node-rooms.ts';
import { namespacesOf } from './held-terms.ts';
import { scaled } from './scaled.ts';

/** Counts by topology key and value. */
type Places = Map<string, Map<string, number>>;

/** Affinity between pods, for one pod that looks for a node (https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#inter-pod-affinity-and-anti-affinity). */
export interface Neighbours {
  /** Why the pod may not run on the node; null when it may. */
  readonly obstacle: (room: NodeRoom) => string | null;
  /** 0–100 for each node; undefined when all are the same to everybody. */
  readonly scores: (rooms: readonly NodeRoom[]) => readonly number[] | undefined;
}

/** Reads what the pod and those that are bound already want of each other. */
export function neighboursOf(rooms: NodeRooms, pod: PodObject): Neighbours {
  const { podAffinity, podAntiAffinity } = pod.spec.affinity ?? {};
  const near = podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  const far = podAntiAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  const isNear = nearTest(rooms, pod, near);
  const shunned = placesOf(
    rooms,
    far.map((term) => ({ term, weight: 1 })),
    pod,
  );
  const held = rooms.heldTerms.about(pod);
  const closed: Places = new Map();
  for (const it of held) if (it.weight === null) addTo(closed, rooms, it.topologyKey, it.nodes, 1);
  return {
    obstacle: (room) => {
      if (!isNear(room)) return "node(s) didn't match pod affinity rules";
      if (isIn(shunned, room)) return "node(s) didn't match pod anti-affinity rules";
      return isIn(closed, room) ? "node(s) didn't satisfy existing pods anti-affinity rules" : null;
    },
    scores: (fitting) => softScores(rooms, pod, fitting),
  };
}

/** Near all that it wants; the first of a group that wants to be near itself may go anywhere. */
function nearTest(rooms: NodeRooms, pod: PodObject, terms: readonly PodTerm[]): (room: NodeRoom) => boolean {
  if (terms.length === 0) return () => true;
  const own = pod.metadata.namespace ?? '';
  const all = allOf(terms);
  const namespaces = terms.map((it) => namespacesOf(it, own)).reduce((a, b) => a.filter((it) => b.includes(it)));
  const { all: nodes } = rooms.podCounts.of(namespaces, all);
  const places: Places = new Map();
  for (const { topologyKey } of terms) addTo(places, rooms, topologyKey, nodes, 1);
  const isAlone = [...places.values()].every((it) => it.size === 0);
  const isFirst = isAlone && namespaces.includes(own) && matchesSelector(all, pod.metadata.labels);
  return (room) =>
    terms.every(({ topologyKey }) => {
      const value = labelOf(room, topologyKey);
      return value !== undefined && (isFirst || (places.get(topologyKey)?.get(value) ?? 0) > 0);
    });
}

/** A pod counts as near only when all terms match it. */
const allOf = (terms: readonly PodTerm[]): LabelSelector => ({
  matchExpressions: terms.flatMap(({ labelSelector }) => requirementsOf(labelSelector)),
});

const requirementsOf = (selector: LabelSelector | undefined): readonly LabelRequirement[] => [
  ...Object.entries(selector?.matchLabels ?? {}).map(([key, value]) => ({
    key,
    operator: 'In' as const,
    values: [value],
  })),
  ...(selector?.matchExpressions ?? []),
];

function softScores(rooms: NodeRooms, pod: PodObject, fitting: readonly NodeRoom[]): readonly number[] | undefined {
  const { podAffinity, podAntiAffinity } = pod.spec.affinity ?? {};
  const soft = (it: typeof podAffinity, sign: 1 | -1) =>
    (it?.preferredDuringSchedulingIgnoredDuringExecution ?? []).map(({ weight, podAffinityTerm }) => ({
      term: podAffinityTerm,
      weight: sign * weight,
    }));
  const places = placesOf(rooms, [...soft(podAffinity, 1), ...soft(podAntiAffinity, -1)], pod);
  for (const { topologyKey, weight, nodes } of rooms.heldTerms.about(pod))
    if (weight !== null) addTo(places, rooms, topologyKey, nodes, weight);
  if (places.size === 0) return undefined;
  return scaled(fitting.map((room) => sumAt(places, room)));
}

function placesOf(
  rooms: NodeRooms,
  terms: readonly { readonly term: PodTerm; readonly weight: number }[],
  pod: PodObject,
): Places {
  const places: Places = new Map();
  for (const { term, weight } of terms) {
    if (!term.labelSelector) continue;
    const { all } = rooms.podCounts.of(namespacesOf(term, pod.metadata.namespace ?? ''), term.labelSelector);
    addTo(places, rooms, term.topologyKey, all, weight);
  }
  return places;
}

function addTo(
  places: Places,
  rooms: NodeRooms,
  topologyKey: string,
  nodes: ReadonlyMap<string, number>,
  weight: number,
): void {
  const values = places.get(topologyKey) ?? new Map<string, number>();
  for (const [node, count] of nodes) {
    const room = count > 0 ? rooms.get(node) : undefined;
    const value = room && labelOf(room, topologyKey);
    if (value !== undefined) values.set(value, (values.get(value) ?? 0) + weight * count);
  }
  if (values.size > 0 || places.has(topologyKey)) places.set(topologyKey, values);
}

const labelOf = (room: NodeRoom, key: string): string | undefined => room.node.metadata.labels?.[key];

const isIn = (places: Places, room: NodeRoom): boolean =>
  [...places].some(([key, values]) => (values.get(labelOf(room, key) ?? '') ?? 0) > 0);

const sumAt = (places: Places, room: NodeRoom): number =>
  [...places].reduce((sum, [key, values]) => sum + (values.get(labelOf(room, key) ?? '') ?? 0), 0);
