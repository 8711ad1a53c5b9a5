import type { Ids } from './ids.ts';
import { type Metadata, type ObjectOf, type PodObject, timestamp, type WireObject } from './object.ts';
import { StoreIndexes } from './store-indexes.ts';
import { Table, tableKey } from './table.ts';

/** One write: `before` is absent for a new object, `after` for a removed one. */
export interface Change {
  /** `pods`, `apps/deployments` … */
  readonly resource: string;
  readonly before: WireObject | undefined;
  readonly after: WireObject | undefined;
  readonly resourceVersion: number;
}

/** A new object; what the API server fills in may be left out. */
export type Draft<Shape extends WireObject> = Omit<Shape, 'metadata'> & {
  readonly metadata: Omit<Metadata, 'uid' | 'resourceVersion' | 'creationTimestamp'> &
    Partial<Pick<Metadata, 'uid' | 'creationTimestamp'>>;
};

const WITH_GENERATION = /^(apps|policy|batch)\//;

/** All Kubernetes objects, with one resource version that counts every write, as etcd's does. */
export class ObjectStore {
  readonly #tables = new Map<string, Table<WireObject>>();
  readonly #listeners: ((change: Change) => void)[] = [];
  readonly #indexes = new StoreIndexes();
  readonly #ids: Ids;
  readonly #now: () => number;
  #resourceVersion = 1000;

  constructor(ids: Ids, now: () => number) {
    this.#ids = ids;
    this.#now = now;
  }

  resourceVersion(): number {
    return this.#resourceVersion;
  }

  get<Resource extends string>(
    resource: Resource,
    namespace: string | undefined,
    name: string,
  ): ObjectOf<Resource> | undefined {
    return this.#table(resource).get(tableKey(namespace, name)) as ObjectOf<Resource> | undefined;
  }

  /** Sorted by namespace, then name. */
  list<Resource extends string>(resource: Resource): readonly ObjectOf<Resource>[] {
    return this.#table(resource).list() as readonly ObjectOf<Resource>[];
  }

  count(resource: string): number {
    return this.#table(resource).size;
  }

  /** Puts a new object in; the caller has made sure that there is none of that name. */
  create<Shape extends WireObject>(resource: string, draft: Draft<Shape>): Shape {
    const { metadata, ...rest } = draft;
    const key = `${resource} ${metadata.namespace ?? ''}/${metadata.name}`;
    const filled = {
      ...rest,
      metadata: {
        ...metadata,
        uid: metadata.uid ?? this.#ids.uuid(key),
        creationTimestamp: metadata.creationTimestamp ?? timestamp(this.#now()),
        ...(WITH_GENERATION.test(resource) && { generation: metadata.generation ?? 1 }),
      },
    };
    return this.#write(resource, undefined, filled as unknown as Shape);
  }

  /** Replaces an object by its next state; a changed `spec` raises the generation where the kind has one. */
  update<Shape extends WireObject>(resource: string, before: Shape, after: Shape): Shape {
    if (!WITH_GENERATION.test(resource) || after.spec === before.spec) return this.#write(resource, before, after);
    const generation = (before.metadata.generation ?? 0) + 1;
    return this.#write(resource, before, { ...after, metadata: { ...after.metadata, generation } });
  }

  /** Puts an object in exactly as another API server has it, apart from the resource version. */
  put(resource: string, object: WireObject): void {
    this.#write(resource, this.get(resource, object.metadata.namespace, object.metadata.name), object);
  }

  remove(resource: string, object: WireObject): void {
    this.#table(resource).delete(tableKey(object.metadata.namespace, object.metadata.name));
    this.#announce({ resource, before: object, after: undefined, resourceVersion: ++this.#resourceVersion });
  }

  /** The pods bound to a node, in no particular order. */
  podsOnNode(node: string): readonly PodObject[] {
    return this.#indexes.podsOnNode(node);
  }

  /** The objects of one kind of resource whose controller is `uid`, in the order of their creation. */
  ownedBy<Resource extends string>(resource: Resource, uid: string): readonly ObjectOf<Resource>[] {
    return this.#indexes.ownedBy(resource, uid) as readonly ObjectOf<Resource>[];
  }

  /** Calls `listener` after each write, in the order of the writes. Gives back how to stop. */
  onChange(listener: (change: Change) => void): () => void {
    this.#listeners.push(listener);
    return () => {
      const index = this.#listeners.indexOf(listener);
      if (index >= 0) this.#listeners.splice(index, 1);
    };
  }

  #write<Shape extends WireObject>(resource: string, before: Shape | undefined, next: Shape): Shape {
    const resourceVersion = ++this.#resourceVersion;
    const after = { ...next, metadata: { ...next.metadata, resourceVersion: String(resourceVersion) } };
    this.#table(resource).set(tableKey(after.metadata.namespace, after.metadata.name), after);
    this.#announce({ resource, before, after, resourceVersion });
    return after;
  }

  #announce(change: Change): void {
    this.#indexes.note(change);
    for (const listener of [...this.#listeners]) listener(change);
  }

  #table(resource: string): Table<WireObject> {
    const known = this.#tables.get(resource);
    if (known) return known;
    const table = new Table<WireObject>();
    this.#tables.set(resource, table);
    return table;
  }
}
