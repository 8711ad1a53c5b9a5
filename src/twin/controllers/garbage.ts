import type { PodObject, WireObject } from '../model/object.ts';
import type { Change } from '../model/store.ts';
import type { Controller, World } from '../model/world.ts';
import { deletePod } from './pod-lifecycle.ts';

const DEPENDENT = ['pods', 'apps/replicasets'] as const;

/** Removes what a removed owner leaves behind, and the pods of nodes that no longer exist. */
export class Garbage implements Controller {
  readonly #world: World;
  readonly #gone: WireObject[] = [];

  constructor(world: World) {
    this.#world = world;
    world.store.onChange(({ before, after }: Change) => {
      if (before && after === undefined) this.#gone.push(before);
    });
  }

  work(): boolean {
    const gone = this.#gone.splice(0);
    for (const object of gone) this.#clean(object);
    return gone.length > 0;
  }

  #clean(object: WireObject): void {
    const { store } = this.#world;
    if (object.kind === 'Node') {
      for (const pod of store.podsOnNode(object.metadata.name)) this.#forceAway(pod);
      return;
    }
    for (const resource of DEPENDENT) {
      for (const orphan of store.ownedBy(resource, object.metadata.uid)) {
        if (resource === 'pods') deletePod(this.#world, orphan as PodObject);
        else store.remove(resource, orphan);
      }
    }
  }

  /** Nobody is left to confirm the stop: the pod goes at once, unless finalizers hold it. */
  #forceAway(pod: PodObject): void {
    if (this.#world.store.get('nodes', undefined, pod.spec.nodeName ?? '')) return;
    deletePod(this.#world, pod, 0);
  }
}
