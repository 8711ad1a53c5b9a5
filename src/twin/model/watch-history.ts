import type { Change, ObjectStore } from './store.ts';

/** So many changes can be asked for again; older resource versions are "too old" (410). */
const KEPT = 20_000;

/** The recent changes of all resources, oldest first. */
export class WatchHistory {
  #changes: Change[] = [];
  #forgottenUpTo: number;

  constructor(store: ObjectStore) {
    this.#forgottenUpTo = store.resourceVersion();
    store.onChange((change) => this.#keep(change));
  }

  /** The changes of a resource after a resource version; null when some of them are forgotten. */
  since(resourceVersion: number, resource: string): readonly Change[] | null {
    if (resourceVersion < this.#forgottenUpTo) return null;
    return this.#changes.filter((it) => it.resourceVersion > resourceVersion && it.resource === resource);
  }

  #keep(change: Change): void {
    this.#changes.push(change);
    if (this.#changes.length < 2 * KEPT) return;
    this.#changes = this.#changes.slice(-KEPT);
    this.#forgottenUpTo = (this.#changes[0]?.resourceVersion ?? 1) - 1;
  }
}
