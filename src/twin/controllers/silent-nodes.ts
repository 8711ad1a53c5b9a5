import { isUnheardOf, type NodeObject, type PodObject, timestamp } from '../model/object.ts';
import type { Change } from '../model/store.ts';
import type { Controller, World } from '../model/world.ts';
import { Agenda } from './agenda.ts';

/**
 * The node lifecycle controller: the pods of a node that is no longer heard of count as not ready
 * (kubernetes/pkg/controller/util/node, MarkPodsNotReady). Their kubelet says otherwise once it is back.
 */
export class SilentNodes implements Controller {
  readonly #world: World;
  readonly #agenda = new Agenda();

  constructor(world: World) {
    this.#world = world;
    world.store.onChange((change) => this.#notice(change));
  }

  work(): boolean {
    return this.#agenda.handle((node) => {
      const pods = [...this.#world.store.podsOnNode(node)].sort(byName);
      for (const pod of pods) this.#markNotReady(pod);
    });
  }

  #notice({ resource, before, after }: Change): void {
    if (resource !== 'nodes' || !before || !after) return;
    if (!isUnheardOf(before as NodeObject) && isUnheardOf(after as NodeObject)) this.#agenda.add(after.metadata.name);
  }

  #markNotReady(pod: PodObject): void {
    const known = pod.status.conditions ?? [];
    if (!known.some((it) => it.type === 'Ready' && it.status === 'True')) return;
    const lastTransitionTime = timestamp(this.#world.time.now());
    const conditions = known.map((it) =>
      it.type === 'Ready' ? { ...it, status: 'False' as const, lastTransitionTime } : it,
    );
    this.#world.store.update('pods', pod, { ...pod, status: { ...pod.status, conditions } });
  }
}

const byName = (a: PodObject, b: PodObject): number => (nameOf(a) < nameOf(b) ? -1 : 1);
const nameOf = ({ metadata }: PodObject): string => `${metadata.namespace}/${metadata.name}`;
