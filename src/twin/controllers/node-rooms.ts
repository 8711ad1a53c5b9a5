import { isFinished, type NodeObject, type PodObject, type Toleration } from '../model/object.ts';
import { quantity } from '../model/quantity.ts';
import type { Change, ObjectStore } from '../model/store.ts';
import { Table } from '../model/table.ts';
import { HeldTerms } from './placing/held-terms.ts';
import { type PodCount, PodCounts } from './placing/pod-counts.ts';
import { Siblings } from './placing/siblings.ts';

/** What a node has and what of it is taken: thousandths of a core, bytes. */
export class NodeRoom {
  node: NodeObject;
  pods = 0;
  cpu = 0;
  memory = 0;
  /** As `cpu` and `memory`, with what a container without requests is taken for. */
  assumedCpu = 0;
  assumedMemory = 0;
  mostPods = 0;
  mostCpu = 0;
  mostMemory = 0;
  /** Where it is filed, null until then. */
  filed: { readonly set: string; readonly pods: number } | null = null;

  constructor(node: NodeObject) {
    this.node = node;
  }

  count(pod: PodObject, by: 1 | -1): void {
    const request = requestsOf(pod);
    this.pods += by;
    this.cpu += by * request.cpu;
    this.memory += by * request.memory;
    this.assumedCpu += by * request.assumedCpu;
    this.assumedMemory += by * request.assumedMemory;
  }
}

/** All nodes, those that take any pod first, ordered by the number of their pods and then by name. */
export class NodeRooms {
  readonly podCounts: PodCounts;
  readonly heldTerms = new HeldTerms();
  readonly #siblings = new Siblings();
  readonly #store: ObjectStore;
  readonly #rooms = new Map<string, NodeRoom>();
  readonly #sets = new Map(['open', 'discouraged', 'closed'].map((it) => [it, new Table<NodeRoom>()]));

  constructor(store: ObjectStore) {
    this.#store = store;
    this.podCounts = new PodCounts(store);
  }

  note(change: Change): void {
    const { resource, before, after } = change;
    this.podCounts.note(change);
    this.heldTerms.note(change);
    this.#siblings.note(change);
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

  get(name: string): NodeRoom | undefined {
    return this.#rooms.get(name);
  }

  /** The pods among which a pod without constraints of its own is spread; undefined when it belongs to no replicas. */
  siblingsOf(pod: PodObject): PodCount | undefined {
    return this.#siblings.of(pod);
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
  room.mostCpu = amount('cpu', allocatable?.cpu) ?? Number.POSITIVE_INFINITY;
  room.mostMemory = amount('memory', allocatable?.memory) ?? Number.POSITIVE_INFINITY;
}

/** Every pod gets tolerations for a node that is lost; they open no node to new pods. */
const mayOpen = (it: Toleration): boolean =>
  !(it.effect === 'NoExecute' && /^node\.kubernetes\.io\/(not-ready|unreachable)$/.test(it.key ?? ''));

const placeOf = (pod: PodObject | undefined): string | undefined =>
  pod && !isFinished(pod) ? pod.spec.nodeName : undefined;

/** What the containers of a pod ask for together. */
export interface Requests {
  /** Thousandths of a core. */
  readonly cpu: number;
  /** Bytes. */
  readonly memory: number;
  readonly assumedCpu: number;
  readonly assumedMemory: number;
}

/** What a container that names no request is taken for when nodes are compared (kubernetes/pkg/scheduler/util, DefaultMilliCPURequest, DefaultMemoryRequest). */
const ASSUMED = { cpu: 100, memory: 200 * 1024 * 1024 } as const;

const requests = new WeakMap<object, Requests>();

/** Reckoned once for all pods of a template. */
export function requestsOf(pod: PodObject): Requests {
  const { containers } = pod.spec;
  const known = requests.get(containers);
  if (known) return known;
  const sum = (resource: 'cpu' | 'memory', missing: number) =>
    containers.reduce((all, it) => all + (amount(resource, it.resources?.requests?.[resource]) ?? missing), 0);
  const total = {
    cpu: sum('cpu', 0),
    memory: sum('memory', 0),
    assumedCpu: sum('cpu', ASSUMED.cpu),
    assumedMemory: sum('memory', ASSUMED.memory),
  };
  requests.set(containers, total);
  return total;
}

/** In whole thousandths and bytes, as the scheduler reckons: sums of fractions would not be exact. */
function amount(resource: 'cpu' | 'memory', text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return resource === 'cpu' ? Math.ceil(Number((quantity(text) * 1000).toFixed(6))) : Math.ceil(quantity(text));
}
