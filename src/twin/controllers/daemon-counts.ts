import { templateHash } from '../model/ids.ts';
import {
  controllerOf,
  isActive,
  isReady,
  type PodObject,
  type WireObject,
  type WorkloadObject,
} from '../model/object.ts';
import type { Change } from '../model/store.ts';
import { canonicalTemplate } from './template.ts';

/** Label by which a DaemonSet tells which template a pod was made from. */
export const REVISION = 'controller-revision-hash';

interface Count {
  active: number;
  ready: number;
  readonly byRevision: Map<string, number>;
  /** Nodes that shall have a pod. */
  readonly wanted: Set<string>;
  /** Revisions that the twin has given out; all others belong to the template that the set had at the start. */
  readonly given: Set<string>;
  original: string;
}

/** The numbers of each DaemonSet, kept change by change: a large set is never counted through. */
export class DaemonCounts {
  readonly #counts = new Map<string, Count>();

  note({ resource, before, after }: Change): void {
    if (resource === 'apps/daemonsets' && after && !before) {
      this.#of(after.metadata.uid).original = canonicalTemplate(after as WorkloadObject);
    }
    if (resource !== 'pods') return;
    this.#add(before as PodObject | undefined, -1);
    this.#add(after as PodObject | undefined, 1);
  }

  /** Whether the set wants a pod on the node, as seen now. */
  want(set: WireObject, node: string, isWanted: boolean): void {
    const { wanted } = this.#of(set.metadata.uid);
    if (isWanted) wanted.add(node);
    else wanted.delete(node);
  }

  /** The revision that a new pod of the set gets. */
  give(set: WorkloadObject): string {
    const revision = templateHash(canonicalTemplate(set));
    this.#of(set.metadata.uid).given.add(revision);
    return revision;
  }

  isUpToDate(set: WorkloadObject, pod: PodObject): boolean {
    const count = this.#of(set.metadata.uid);
    const revision = pod.metadata.labels?.[REVISION] ?? '';
    if (revision === templateHash(canonicalTemplate(set))) return true;
    return !count.given.has(revision) && canonicalTemplate(set) === count.original;
  }

  numbersOf(set: WorkloadObject): {
    readonly active: number;
    readonly ready: number;
    readonly wanted: number;
    readonly updated: number;
  } {
    const { active, ready, wanted, byRevision, given, original } = this.#of(set.metadata.uid);
    const newest = templateHash(canonicalTemplate(set));
    const made = [...given].reduce((all, it) => all + (byRevision.get(it) ?? 0), 0);
    const foreign = active - made;
    const isOriginal = canonicalTemplate(set) === original;
    const updated = (given.has(newest) || !isOriginal ? (byRevision.get(newest) ?? 0) : 0) + (isOriginal ? foreign : 0);
    return { active, ready, wanted: wanted.size, updated };
  }

  #add(pod: PodObject | undefined, by: 1 | -1): void {
    const owner = pod && controllerOf(pod);
    if (!pod || owner?.kind !== 'DaemonSet' || !isActive(pod)) return;
    const count = this.#of(owner.uid);
    const revision = pod.metadata.labels?.[REVISION] ?? '';
    count.active += by;
    if (isReady(pod)) count.ready += by;
    count.byRevision.set(revision, (count.byRevision.get(revision) ?? 0) + by);
  }

  #of(uid: string): Count {
    const known = this.#counts.get(uid);
    if (known) return known;
    const count: Count = {
      active: 0,
      ready: 0,
      byRevision: new Map(),
      wanted: new Set(),
      given: new Set(),
      original: '',
    };
    this.#counts.set(uid, count);
    return count;
  }
}
