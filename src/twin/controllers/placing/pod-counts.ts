import { isFinished, type LabelSelector, type PodObject } from '../../model/object.ts';
import type { Change, ObjectStore } from '../../model/store.ts';
import { SelectorIndex } from './selector-index.ts';

/** How many pods there are on each node; nodes without one may be missing. */
export interface PodCount {
  readonly all: ReadonlyMap<string, number>;
  /** Without those that are on their way out. */
  readonly staying: ReadonlyMap<string, number>;
}

interface Counting {
  readonly all: Map<string, number>;
  readonly staying: Map<string, number>;
}

/** Counts the bound pods that match a selector, node by node: once through all of them, then change by change. */
export class PodCounts {
  readonly #store: ObjectStore;
  readonly #index = new SelectorIndex<Counting>();
  readonly #known = new Map<string, Counting>();

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  of(namespaces: readonly string[], selector: LabelSelector): PodCount {
    const key = JSON.stringify([namespaces, selector]);
    return this.#known.get(key) ?? this.#begin(key, namespaces, selector);
  }

  note({ resource, before, after }: Change): void {
    if (resource !== 'pods' || this.#known.size === 0) return;
    this.#count(before as PodObject | undefined, -1);
    this.#count(after as PodObject | undefined, 1);
  }

  #begin(key: string, namespaces: readonly string[], selector: LabelSelector): PodCount {
    const count = { all: new Map(), staying: new Map() };
    const alone = new SelectorIndex<Counting>();
    alone.add(namespaces, selector, count);
    for (const pod of this.#store.list('pods')) countIn(alone.matching(pod), pod, 1);
    this.#index.add(namespaces, selector, count);
    this.#known.set(key, count);
    return count;
  }

  #count(pod: PodObject | undefined, by: 1 | -1): void {
    if (pod?.spec.nodeName !== undefined) countIn(this.#index.matching(pod), pod, by);
  }
}

function countIn(counts: readonly Counting[], pod: PodObject, by: 1 | -1): void {
  const { nodeName } = pod.spec;
  if (nodeName === undefined || isFinished(pod)) return;
  for (const { all, staying } of counts) {
    all.set(nodeName, (all.get(nodeName) ?? 0) + by);
    if (pod.metadata.deletionTimestamp === undefined) staying.set(nodeName, (staying.get(nodeName) ?? 0) + by);
  }
}
