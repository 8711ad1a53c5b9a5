import type { Connection } from '#adapters/kubernetes/connection';
import type { RawObject } from '#adapters/kubernetes/objects';
import { Store } from '#adapters/kubernetes/store';
import { value } from '#ports/answer';
import type { WireObject } from '#twin/model/object';
import { type ResourceKind, resourceByKey } from '#twin/model/resources';
import type { World } from '#twin/model/world';

/** What EKS looks at, where the API server has it. */
const MIRRORED = [
  'nodes',
  'pods',
  'apps/deployments',
  'apps/daemonsets',
  'apps/statefulsets',
  'storage.k8s.io/volumeattributesclasses',
];

/** Keeps the world's store equal to what an API server has, by list and watch. Gives back how to stop. */
export async function mirror(world: World, connection: Connection): Promise<() => void> {
  const served = MIRRORED.flatMap((key) => placeOf(key, world.minor()) ?? []);
  const stores = await Promise.all(served.map((place) => follow(world, connection, place)));
  return () => {
    for (const store of stores) store.close();
  };
}

interface Place {
  /** In the world's store. */
  readonly key: string;
  readonly path: string;
  readonly apiVersion: string;
  readonly kind: string;
}

function placeOf(key: string, minor: number): Place | null {
  const { group, resource, kind, versions } = resourceByKey(key) as ResourceKind;
  const version = versions(minor)[0];
  if (version === undefined) return null;
  const apiVersion = group === '' ? version : `${group}/${version}`;
  return { key, path: `/${group === '' ? 'api' : 'apis'}/${apiVersion}/${resource}`, apiVersion, kind };
}

async function follow(world: World, connection: Connection, place: Place): Promise<Store<RawObject>> {
  const { key, path, apiVersion, kind } = place;
  const seen = new Map<string, string>();
  const follower = {
    advanced: () => undefined,
    close: () => undefined,
    changed: () => take(world, key, store.all(), seen),
  };
  const shape = (object: RawObject): RawObject => ({ ...object, apiVersion, kind });
  const store: Store<RawObject> = new Store(connection, { path: async () => value(path), shape }, follower, Date.now);
  const opened = await store.open();
  if (opened.kind !== 'value') throw new TypeError(`${path} cannot be followed: ${opened.message}`);
  return store;
}

function take(world: World, key: string, all: readonly RawObject[], seen: Map<string, string>): void {
  const gone = new Set(seen.keys());
  for (const object of all) {
    const { namespace = '', name, uid, resourceVersion } = object.metadata;
    gone.delete(`${namespace}/${name}`);
    const mark = `${uid} ${resourceVersion}`;
    if (seen.get(`${namespace}/${name}`) === mark) continue;
    seen.set(`${namespace}/${name}`, mark);
    world.store.put(key, object as unknown as WireObject);
  }
  for (const place of gone) {
    seen.delete(place);
    const [namespace, name = ''] = place.split('/');
    const object = world.store.get(key, namespace || undefined, name);
    if (object) world.store.remove(key, object);
  }
}
