import { isActive, type PodObject, timestamp } from '../model/object.ts';
import type { Change } from '../model/store.ts';
import type { Controller, World } from '../model/world.ts';
import { Agenda, fromKey, keyOfObject } from './agenda.ts';
import { chooseNode } from './choose-node.ts';
import { NodeRooms } from './node-rooms.ts';
import { bindClaims, zonesOfVolumes } from './volumes.ts';

/** Binds pods to nodes: among those that fit, the one with the fewest pods of the same owner, then the fewest pods, then by name. */
export class Scheduler implements Controller {
  readonly #world: World;
  readonly #rooms: NodeRooms;
  readonly #agenda = new Agenda();
  /** Pods that fit nowhere: looked at again when a node changes, a pod leaves or a claim appears. */
  readonly #stranded = new Set<string>();
  #mayFitNow = false;

  constructor(world: World) {
    this.#world = world;
    this.#rooms = new NodeRooms(world.store);
    world.store.onChange((change) => this.#notice(change));
  }

  work(): boolean {
    if (this.#mayFitNow) for (const key of this.#stranded) this.#agenda.add(key);
    this.#mayFitNow = false;
    return this.#agenda.handle((key) => {
      const { namespace, name } = fromKey(key);
      const pod = this.#world.store.get('pods', namespace, name);
      if (pod && pod.spec.nodeName === undefined && isActive(pod)) this.#place(pod);
      else this.#stranded.delete(key);
    });
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
  }

  #place(pod: PodObject): void {
    const key = keyOfObject(pod);
    const volumes = zonesOfVolumes(this.#world.store, pod);
    const choice = volumes.kind === 'missing' ? volumes : chooseNode(this.#rooms, pod, volumes.selections);
    if (choice.kind !== 'node') {
      this.#stranded.add(key);
      this.#explain(pod, choice.why);
      return;
    }
    this.#stranded.delete(key);
    const node = this.#world.store.get('nodes', undefined, choice.name);
    if (node) bindClaims(this.#world, pod, node);
    const lastTransitionTime = timestamp(this.#world.time.now());
    this.#world.store.update('pods', pod, {
      ...pod,
      spec: { ...pod.spec, nodeName: choice.name },
      status: { ...pod.status, conditions: [{ type: 'PodScheduled', status: 'True', lastTransitionTime }] },
    });
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
