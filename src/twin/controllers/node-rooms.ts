import { controllerOf, isFinished, type NodeObject, type PodObject, type Toleration } from '../model/object.ts';
import { quantity } from '../model/quantity.ts';
import type { Change, ObjectStore } from '../model/store.ts';
import { Table } from '../model/table.ts';

/** What a node has and what of it is taken. */
export class NodeRoom {
  node: NodeObject;
  pods = 0;
  cpu = 0;
  memory = 0;
  mostPods = 0;
  mostCpu = 0;
  mostMemory = 0;
  /** Where it is filed, null until then. */
  filed: { readonly set: string; readonly pods: number } | null = null;
  readonly #owners = new Map<string, number>();

  constructor(node: NodeObject) {
    this.node = node;
  }

  podsOf(owner: string): number {
    return this.#owners.get(owner) ?? 0;
  }

  count(pod: PodObject, by: 1 | -1): void {
    const owner = ownerKey(pod);
    const request = requestsOf(pod);
    this.pods += by;
    this.cpu += by * request.cpu;
    this.memory += by * request.memory;
    this.#owners.set(owner, this.podsOf(owner) + by);
  }
}

/** All nodes, those that take any pod first, ordered by the number of their pods and then by name. */
export class NodeRooms {
  readonly #store: ObjectStore;
  readonly #rooms = new Map<string, NodeRoom>();
  readonly #sets = new Map(['open', 'discouraged', 'closed'].map((it) => [it, new Table<NodeRoom>()]));

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  note({ resource, before, after }: Change): void {
    if (resource === 'nodes') this.#noteNode((after ?? before) as NodeObject, after === undefined);
    if (resource !== 'pods') return;
    const was = placeOf(before as PodObject | undefined);
    const is = placeOf(after as PodObject | undefined);
    if (was === is) return;
    if (was !== undefined) this.#count(was, before as PodObject, -1);
    if (is !== undefined) this.#count(is, after as PodObject, 1);
  }

  /** The sets in which to look for a node, the preferred one first. A pod with tolerations may find one in all of them. */
  inOrder(tolerations: readonly Toleration[] | undefined): readonly Table<NodeRoom>[] {
    const names = tolerations?.some(mayOpen) ? ['open', 'discouraged', 'closed'] : ['open', 'discouraged'];
    return names.map((it) => this.#sets.get(it) as Table<NodeRoom>);
  }

  all(): readonly NodeRoom[] {
    return [...this.#rooms.values()];
  }

  #noteNode(node: NodeObject, isGone: boolean): void {
    const { name } = node.metadata;
    const known = this.#rooms.get(name);
    if (known) this.#unfile(known);
    if (isGone) {
      this.#rooms.delete(name);
      return;
    }
    const room = known ?? this.#newRoom(node);
    measure(room, node);
    this.#file(room);
  }

  #newRoom(node: NodeObject): NodeRoom {
    const room = new NodeRoom(node);
    this.#rooms.set(node.metadata.name, room);
    for (const pod of this.#store.podsOnNode(node.metadata.name)) if (!isFinished(pod)) room.count(pod, 1);
    return room;
  }

  #count(node: string, pod: PodObject, by: 1 | -1): void {
    const room = this.#rooms.get(node);
    if (!room) return;
    this.#unfile(room);
    room.count(pod, by);
    this.#file(room);
  }

  #file(room: NodeRoom): void {
    room.filed = { set: setOf(room.node), pods: room.pods };
    this.#sets.get(room.filed.set)?.set(fileKey(room, room.pods), room);
  }

  #unfile(room: NodeRoom): void {
    if (room.filed) this.#sets.get(room.filed.set)?.delete(fileKey(room, room.filed.pods));
    room.filed = null;
  }
}

const fileKey = (room: NodeRoom, pods: number): string => `${String(pods).padStart(6, '0')} ${room.node.metadata.name}`;

function setOf(node: NodeObject): string {
  const taints = node.spec.taints ?? [];
  if (node.spec.unschedulable || taints.some((it) => it.effect !== 'PreferNoSchedule')) return 'closed';
  return taints.length > 0 ? 'discouraged' : 'open';
}

function measure(room: NodeRoom, node: NodeObject): void {
  const { allocatable } = node.status;
  room.node = node;
  room.mostPods = allocatable?.pods === undefined ? 110 : quantity(allocatable.pods);
  room.mostCpu = allocatable?.cpu === undefined ? Number.POSITIVE_INFINITY : quantity(allocatable.cpu);
  room.mostMemory = allocatable?.memory === undefined ? Number.POSITIVE_INFINITY : quantity(allocatable.memory);
}

/** Every pod gets tolerations for a node that is lost; they open no node to new pods. */
const mayOpen = (it: Toleration): boolean =>
  !(it.effect === 'NoExecute' && /^node\.kubernetes\.io\/(not-ready|unreachable)$/.test(it.key ?? ''));

const placeOf = (pod: PodObject | undefined): string | undefined =>
  pod && !isFinished(pod) ? pod.spec.nodeName : undefined;

/** What counts as "the same workload" when pods are spread. */
export const ownerKey = (pod: PodObject): string => controllerOf(pod)?.uid ?? pod.metadata.uid;

const requests = new WeakMap<object, { readonly cpu: number; readonly memory: number }>();

/** What the containers of a pod ask for together: cores and bytes. */
export function requestsOf(pod: PodObject): { readonly cpu: number; readonly memory: number } {
  const { containers } = pod.spec;
  const known = requests.get(containers);
  if (known) return known;
  const sum = (resource: 'cpu' | 'memory') =>
    containers.reduce((all, it) => all + quantity(it.resources?.requests?.[resource]), 0);
  const total = { cpu: sum('cpu'), memory: sum('memory') };
  requests.set(containers, total);
  return total;
}
