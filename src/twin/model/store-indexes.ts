import { controllerOf, type PodObject, type WireObject } from './object.ts';
import type { Change } from './store.ts';

/** Pods by node and objects by owner, so that no controller has to walk through everything. */
export class StoreIndexes {
  readonly #podsByNode = new Map<string, Map<string, PodObject>>();
  readonly #byOwner = new Map<string, Map<string, WireObject>>();

  note(change: Change): void {
    const { resource, before, after } = change;
    if (resource === 'pods') move(this.#podsByNode, nodeOf(before), nodeOf(after), before, after);
    move(this.#byOwner, ownerOf(resource, before), ownerOf(resource, after), before, after);
  }

  podsOnNode(node: string): readonly PodObject[] {
    return [...(this.#podsByNode.get(node)?.values() ?? [])];
  }

  ownedBy(resource: string, uid: string): readonly WireObject[] {
    return [...(this.#byOwner.get(`${resource} ${uid}`)?.values() ?? [])];
  }
}

const nodeOf = (pod: WireObject | undefined): string | undefined => (pod as PodObject | undefined)?.spec.nodeName;

function ownerOf(resource: string, object: WireObject | undefined): string | undefined {
  const owner = object && controllerOf(object);
  return owner && `${resource} ${owner.uid}`;
}

function move<Value extends WireObject>(
  index: Map<string, Map<string, Value>>,
  from: string | undefined,
  to: string | undefined,
  before: WireObject | undefined,
  after: WireObject | undefined,
): void {
  if (before && from !== undefined && (after === undefined || from !== to)) drop(index, from, before.metadata.uid);
  if (after && to !== undefined) {
    const group = index.get(to) ?? new Map<string, Value>();
    index.set(to, group.set(after.metadata.uid, after as Value));
  }
}

function drop<Value>(index: Map<string, Map<string, Value>>, group: string, uid: string): void {
  const members = index.get(group);
  members?.delete(uid);
  if (members?.size === 0) index.delete(group);
}
