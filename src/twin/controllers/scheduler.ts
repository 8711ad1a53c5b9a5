import { isActive, type PodObject, timestamp } from '../model/object.ts';
import type { Change } from '../model/store.ts';
import type { Controller, World } from '../model/world.ts';
import { Agenda, fromKey, keyOfObject } from './agenda.ts';
import { chooseNode } from './choose-node.ts';
import { NodeRooms } from './node-rooms.ts';
import { bindClaims, zonesOfVolumes } from './volumes.ts';

/** Binds pods to nodes as the default profile of kube-scheduler does; between equally good ones: the fewest pods, then by name. */
export class Scheduler implements Controller {
  readonly #world: World;
  readonly #rooms: NodeRooms;
  readonly #agenda = new Agenda();
  readonly #woken = new Agenda();
  /** Pods that fit nowhere: looked at again when a node changes, a pod leaves or a claim appears. */
  readonly #stranded = new Set<string>();
  /** Those of them to which it matters where other pods are. */
  readonly #sociable = new Set<string>();
  #mayFitNow = false;

  constructor(world: World) {
    this.#world = world;
    this.#rooms = new NodeRooms(world.store);
    world.store.onChange((change) => this.#notice(change));
  }

  work(): boolean {
    if (this.#mayFitNow) for (const key of this.#stranded) this.#woken.add(key);
    this.#mayFitNow = false;
    // Who waits already is there before the pods that controllers make in answer to the same event.
    const isWoken = this.#woken.handle((key) => this.#look(key));
    return this.#agenda.handle((key) => this.#look(key)) || isWoken;
  }

  #look(key: string): void {
    const { namespace, name } = fromKey(key);
    const pod = this.#world.store.get('pods', namespace, name);
    if (pod && pod.spec.nodeName === undefined && isActive(pod)) this.#place(pod);
    else this.#forget(key);
  }

  #notice(change: Change): void {
    const { resource, before, after } = change;
    this.#rooms.note(change);
    if (resource === 'nodes' || resource === 'persistentvolumeclaims' || resource === 'persistentvolumes')
      this.#mayFitNow = true;
    if (resource !== 'pods') return;
    const pod = after as PodObject | undefined;
    if (pod === undefined || !isActive(pod))
      this.#mayFitNow ||= (before as PodObject | undefined)?.spec.nodeName !== undefined;
    if (pod && before === undefined && pod.spec.nodeName === undefined) this.#agenda.add(keyOfObject(pod));
    if (pod?.spec.nodeName !== undefined && (before as PodObject | undefined)?.spec.nodeName === undefined)
      this.#wakeSociable();
  }

  /** Those that wait for others may go where a pod has just gone. */
  #wakeSociable(): void {
    for (const key of this.#sociable) this.#woken.add(key);
  }

  #place(pod: PodObject): void {
    const key = keyOfObject(pod);
    const volumes = zonesOfVolumes(this.#world.store, pod);
    const choice = volumes.kind === 'missing' ? volumes : chooseNode(this.#rooms, pod, volumes.selections);
    if (choice.kind !== 'nodes') {
      this.#stranded.add(key);
      if (pod.spec.affinity?.podAffinity || pod.spec.topologySpreadConstraints) this.#sociable.add(key);
      this.#explain(pod, choice.why);
      return;
    }
    this.#forget(key);
    const nodeName = this.#world.amongEquals(pod, choice.names);
    const node = this.#world.store.get('nodes', undefined, nodeName);
    if (node) bindClaims(this.#world, pod, node);
    const lastTransitionTime = timestamp(this.#world.time.now());
    this.#world.store.update('pods', pod, {
      ...pod,
      spec: { ...pod.spec, nodeName },
      status: { ...pod.status, conditions: [{ type: 'PodScheduled', status: 'True', lastTransitionTime }] },
    });
  }

  #forget(key: string): void {
    this.#stranded.delete(key);
    this.#sociable.delete(key);
  }

  #explain(pod: PodObject, message: string): void {
    const before = pod.status.conditions?.find((it) => it.type === 'PodScheduled');
    if (before?.status === 'False' && before.message === message) return;
    const lastTransitionTime = timestamp(this.#world.time.now());
    const condition = {
      type: 'PodScheduled',
      status: 'False' as const,
      reason: 'Unschedulable',
      message,
      lastTransitionTime,
    };
    this.#world.store.update('pods', pod, { ...pod, status: { ...pod.status, conditions: [condition] } });
  }
}
