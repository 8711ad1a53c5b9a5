import { addressRoom } from '../model/addresses.ts';
import { isFinished, isReady, isUnheardOf, type NodeObject, type PodObject, timestamp } from '../model/object.ts';
import type { Change } from '../model/store.ts';
import type { Controller, World } from '../model/world.ts';
import { Agenda, fromKey, keyOfObject } from './agenda.ts';
import { runningStatus } from './pod-status.ts';

/** A pod of the start state that has not got ahead for so long stays as it is, ms: its image or its program is broken. */
const STUCK_AFTER = 10 * 60_000;
/** A pod of the start state that should have been gone for so long stays: its kubelet does not answer. */
const OVERDUE_AFTER = 60_000;

/**
 * The kubelets of all nodes: bound pods start, become ready, and stop. Annotations on a pod (from its template) slow it
 * down or break it: `twin/start`, `twin/ready`, `twin/stop` in seconds or `never`. A kubelet that is not heard of does
 * nothing until it is heard of again.
 */
export class Kubelets implements Controller {
  readonly #world: World;
  readonly #agenda = new Agenda();
  /** Pods that lack an address, by node. */
  readonly #thirsty = new Map<string, Set<string>>();

  constructor(world: World) {
    this.#world = world;
    world.store.onChange((change) => this.#notice(change));
  }

  work(): boolean {
    return this.#agenda.handle((key) => {
      const { namespace, name } = fromKey(key);
      const pod = this.#world.store.get('pods', namespace, name);
      if (pod?.spec.nodeName !== undefined) this.#look(pod);
    });
  }

  #notice({ resource, before, after }: Change): void {
    if (resource === 'nodes') this.#noticeReturn(before as NodeObject | undefined, after as NodeObject | undefined);
    if (resource !== 'pods') return;
    const was = before as PodObject | undefined;
    const is = after as PodObject | undefined;
    if (is?.spec.nodeName !== undefined && (was?.spec.nodeName === undefined || isNewlyTerminating(was, is))) {
      this.#agenda.add(keyOfObject(is));
    }
    if (was?.spec.nodeName !== undefined && is === undefined) this.#giveAddress(was.spec.nodeName);
  }

  #noticeReturn(was: NodeObject | undefined, is: NodeObject | undefined): void {
    if (!was || !is || !isUnheardOf(was) || isUnheardOf(is)) return;
    const pods = this.#world.store.podsOnNode(is.metadata.name).map(keyOfObject);
    for (const pod of [...pods].sort()) this.#agenda.add(pod);
  }

  #look(pod: PodObject): void {
    if (isFinished(pod) || this.#isStuck(pod)) return;
    if (pod.metadata.deletionTimestamp !== undefined) {
      this.#stopLater(pod);
      return;
    }
    if (pod.status.phase === 'Running') {
      if (!isReady(pod)) this.#readyLater(pod);
      return;
    }
    if (this.#world.isSettlingIn) {
      this.#become(pod, 'ready');
      return;
    }
    this.#later(pod, 'start', this.#world.scenario.durations.podStart, (it) => this.#start(it));
  }

  #isStuck(pod: PodObject): boolean {
    const isLost = this.#isLost(pod);
    if (isLost || !this.#world.isStarting || this.#world.isSettlingIn) return isLost;
    const now = this.#world.time.now();
    const { creationTimestamp, deletionTimestamp } = pod.metadata;
    if (deletionTimestamp !== undefined) return Date.parse(deletionTimestamp) < now - OVERDUE_AFTER;
    return !isReady(pod) && Date.parse(creationTimestamp) < now - STUCK_AFTER;
  }

  #isLost(pod: PodObject): boolean {
    const node = this.#world.store.get('nodes', undefined, pod.spec.nodeName ?? '');
    return node !== undefined && isUnheardOf(node);
  }

  #start(pod: PodObject): void {
    if (pod.status.phase === 'Running') return;
    const node = pod.spec.nodeName ?? '';
    if (!pod.spec.hostNetwork && addressRoom(this.#world, node) <= 0) {
      this.#thirsty.set(node, (this.#thirsty.get(node) ?? new Set()).add(keyOfObject(pod)));
      return;
    }
    this.#become(pod, 'running');
    const running = this.#same(pod);
    if (running) this.#readyLater(running);
  }

  #readyLater(pod: PodObject): void {
    this.#later(pod, 'ready', this.#world.scenario.durations.podReady, (it) => {
      if (!isReady(it)) this.#become(it, 'ready');
    });
  }

  #stopLater(pod: PodObject): void {
    const end = Date.parse(pod.metadata.deletionTimestamp ?? '') - this.#world.time.now();
    const stop = Math.max(0, Math.min(end, delayOf(pod, 'stop') ?? this.#world.scenario.durations.podStop));
    if (delayOf(pod, 'stop') === Number.POSITIVE_INFINITY) return;
    this.#world.after(stop, () => {
      const now = this.#same(pod);
      if (now && !this.#isLost(now) && !now.metadata.finalizers?.length) this.#world.store.remove('pods', now);
    });
  }

  #later(pod: PodObject, what: 'start' | 'ready', usual: number, then: (pod: PodObject) => void): void {
    const delay = delayOf(pod, what) ?? usual;
    if (delay === Number.POSITIVE_INFINITY) return;
    this.#world.after(delay, () => {
      const now = this.#same(pod);
      if (now && !this.#isLost(now) && now.metadata.deletionTimestamp === undefined) then(now);
    });
  }

  #become(pod: PodObject, state: 'running' | 'ready'): void {
    const at = this.#since(pod);
    const address = pod.status.podIP ?? this.#addressFor(pod);
    this.#world.store.update('pods', pod, {
      ...pod,
      metadata: this.#world.isSettlingIn ? { ...pod.metadata, creationTimestamp: at } : pod.metadata,
      status: runningStatus(pod, { isReady: state === 'ready', at, address, hostAddress: this.#hostAddress(pod) }),
    });
  }

  /** Now; a pod of the start state is as old as its node. */
  #since(pod: PodObject): string {
    const node = this.#world.isSettlingIn && this.#world.store.get('nodes', undefined, pod.spec.nodeName ?? '');
    return node ? node.metadata.creationTimestamp : timestamp(this.#world.time.now());
  }

  #hostAddress(pod: PodObject): string {
    const node = this.#world.store.get('nodes', undefined, pod.spec.nodeName ?? '');
    return node?.status.addresses?.find((it) => it.type === 'InternalIP')?.address ?? '10.0.0.1';
  }

  #addressFor(pod: PodObject): string {
    const own = this.#hostAddress(pod);
    if (pod.spec.hostNetwork) return own;
    const host = 2 + (Number.parseInt(pod.metadata.uid.slice(0, 4), 16) % 250);
    return `${own.split('.').slice(0, 3).join('.')}.${host}`;
  }

  #giveAddress(node: string): void {
    const waiting = this.#thirsty.get(node);
    const [next] = waiting ?? [];
    if (next === undefined) return;
    waiting?.delete(next);
    const { namespace, name } = fromKey(next);
    const pod = this.#world.store.get('pods', namespace, name);
    if (pod) this.#later(pod, 'start', 0, (it) => this.#start(it));
  }

  /** The pod as it is now, unless another one has taken its name. */
  #same(pod: PodObject): PodObject | undefined {
    const now = this.#world.store.get('pods', pod.metadata.namespace, pod.metadata.name);
    return now?.metadata.uid === pod.metadata.uid ? now : undefined;
  }
}

const isNewlyTerminating = (was: PodObject, is: PodObject): boolean =>
  is.metadata.deletionTimestamp !== was.metadata.deletionTimestamp ||
  (is.metadata.finalizers?.length ?? 0) < (was.metadata.finalizers?.length ?? 0);

/** Milliseconds from an annotation; Infinity for `never`. */
function delayOf(pod: PodObject, what: 'start' | 'ready' | 'stop'): number | undefined {
  const text = pod.metadata.annotations?.[`twin/${what}`];
  if (text === undefined) return undefined;
  return text === 'never' ? Number.POSITIVE_INFINITY : Number(text) * 1000;
}
