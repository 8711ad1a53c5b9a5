/** An object as the API sends it. */
export interface RawObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly managedFields?: unknown;
    readonly annotations?: Readonly<Record<string, string>>;
  };
}

/** The object without what no decision reads: apiVersion, kind and the managed fields, often half of its size. */
export function plain<T>(object: RawObject): T {
  const { apiVersion: _version, kind: _kind, metadata, ...rest } = object;
  const { managedFields: _fields, ...kept } = metadata;
  return { metadata: kept, ...rest } as T;
}

/** Where `kubectl apply` notes what it was given last. */
export const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** The object without kubectl's copy of it, which may be as large as the object. For objects that are kept in memory. */
export function withoutLastApplied(object: RawObject): RawObject {
  const { annotations } = object.metadata;
  if (annotations?.[LAST_APPLIED] === undefined) return object;
  const { [LAST_APPLIED]: _copy, ...rest } = annotations;
  return { ...object, metadata: { ...object.metadata, annotations: rest } };
}

/** By namespace, then name, by code units. */
export function byName(a: Named, b: Named): number {
  return compare(a.metadata.namespace ?? '', b.metadata.namespace ?? '') || compare(a.metadata.name, b.metadata.name);
}

interface Named {
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** True for anything that can be an object of the API. */
export const isObject = (body: unknown): body is RawObject =>
  typeof (body as { metadata?: { name?: unknown } } | null)?.metadata?.name === 'string';
