import { controllerOf, isActive, isReady, type PodObject, type WorkloadObject } from '../model/object.ts';
import type { Change } from '../model/store.ts';
import type { Controller, World } from '../model/world.ts';
import { Agenda, fromKey, keyOfObject } from './agenda.ts';
import { deletePod, podFromTemplate } from './pod-lifecycle.ts';

/** Keeps as many pods as a ReplicaSet wants. */
export class ReplicaSets implements Controller {
  readonly #world: World;
  readonly #agenda = new Agenda();

  constructor(world: World) {
    this.#world = world;
    world.store.onChange((change) => this.#notice(change));
  }

  work(): boolean {
    return this.#agenda.handle((key) => {
      const { namespace, name } = fromKey(key);
      const set = this.#world.store.get('apps/replicasets', namespace, name);
      if (set && set.metadata.deletionTimestamp === undefined) this.#sync(set);
    });
  }

  #notice({ resource, before, after }: Change): void {
    if (resource === 'apps/replicasets' && after) this.#agenda.add(keyOfObject(after));
    if (resource !== 'pods') return;
    for (const pod of [before, after]) this.#agenda.add(pod && setOf(pod as PodObject));
  }

  #sync(set: WorkloadObject): void {
    const pods = this.#world.store.ownedBy('pods', set.metadata.uid).filter(isActive);
    const lacking = (set.spec.replicas ?? 1) - pods.length;
    for (let count = 0; count < lacking; count++) this.#addPod(set);
    for (const pod of lacking < 0 ? leastWorthy(pods).slice(0, -lacking) : []) deletePod(this.#world, pod);
    this.#report(set, this.#world.store.ownedBy('pods', set.metadata.uid).filter(isActive));
  }

  #addPod(set: WorkloadObject): void {
    const { store, ids } = this.#world;
    let name: string;
    do name = `${set.metadata.name}-${ids.suffix(`${set.metadata.namespace}/${set.metadata.name}`)}`;
    while (store.get('pods', set.metadata.namespace, name));
    const draft = podFromTemplate(set, name);
    store.create('pods', { ...draft, metadata: { ...draft.metadata, generateName: `${set.metadata.name}-` } });
  }

  #report(set: WorkloadObject, pods: readonly PodObject[]): void {
    const ready = pods.filter(isReady).length;
    const status = {
      replicas: pods.length,
      ...(pods.length > 0 && { fullyLabeledReplicas: pods.length }),
      ...(ready > 0 && { readyReplicas: ready, availableReplicas: ready }),
      observedGeneration: set.metadata.generation ?? 1,
    };
    if (isSame(status, set.status)) return;
    this.#world.store.update('apps/replicasets', set, { ...set, status });
  }
}

function setOf(pod: PodObject): string | undefined {
  const owner = controllerOf(pod);
  return owner?.kind === 'ReplicaSet' ? `${pod.metadata.namespace ?? ''}/${owner.name}` : undefined;
}

/** Those that go first: unbound ones, unready ones, then the youngest; at last by name, so that it is always the same. */
const leastWorthy = (pods: readonly PodObject[]): readonly PodObject[] =>
  [...pods].sort(
    (a, b) =>
      Number(a.spec.nodeName !== undefined) - Number(b.spec.nodeName !== undefined) ||
      Number(isReady(a)) - Number(isReady(b)) ||
      compareText(b.metadata.creationTimestamp, a.metadata.creationTimestamp) ||
      compareText(a.metadata.name, b.metadata.name),
  );

const compareText = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Whether every number of a computed status is in the stored one already; what others wrote beside them does not matter. */
export function isSame(next: Readonly<Record<string, unknown>>, stored: unknown): boolean {
  const held = (stored ?? {}) as Record<string, unknown>;
  const counted = [
    'readyReplicas',
    'availableReplicas',
    'updatedReplicas',
    'unavailableReplicas',
    'numberAvailable',
    'numberUnavailable',
  ];
  return (
    Object.entries(next).every(([key, value]) => held[key] === value) && counted.every((key) => held[key] === next[key])
  );
}
