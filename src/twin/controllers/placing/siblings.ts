import { controllerOf, isFinished, type PodObject } from '../../model/object.ts';
import type { Change } from '../../model/store.ts';
import type { PodCount } from './pod-counts.ts';

/** Bound pods by the set of replicas that they belong to, and by node: those that are on their way out do not count. */
export class Siblings {
  readonly #nodes = new Map<string, Map<string, number>>();

  note({ resource, before, after }: Change): void {
    if (resource !== 'pods') return;
    this.#count(before as PodObject | undefined, -1);
    this.#count(after as PodObject | undefined, 1);
  }

  /** Undefined for a pod that is none of several. */
  of(pod: PodObject): PodCount | undefined {
    const set = setOf(pod);
    if (set === undefined) return undefined;
    const staying = this.#nodes.get(set) ?? new Map<string, number>();
    return { all: staying, staying };
  }

  #count(pod: PodObject | undefined, by: 1 | -1): void {
    const set = pod && setOf(pod);
    if (set === undefined || pod?.spec.nodeName === undefined || isFinished(pod)) return;
    if (pod.metadata.deletionTimestamp !== undefined) return;
    const nodes = this.#nodes.get(set) ?? new Map<string, number>();
    const count = (nodes.get(pod.spec.nodeName) ?? 0) + by;
    if (count > 0) nodes.set(pod.spec.nodeName, count);
    else nodes.delete(pod.spec.nodeName);
    this.#nodes.set(set, nodes);
  }
}

function setOf(pod: PodObject): string | undefined {
  const owner = controllerOf(pod);
  return owner && /^(ReplicaSet|StatefulSet|ReplicationController)$/.test(owner.kind) ? owner.uid : undefined;
}
