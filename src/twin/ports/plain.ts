const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

export interface Served {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>>; readonly managedFields?: unknown };
}

const plainOnes = new WeakMap<object, object>();

/**
 * An object as the ports give it: without apiVersion, kind and managed fields. Frozen, because it shares its parts with
 * the twin's own object; the same object gives the same view.
 */
export function plain<Shape>(object: Served): Shape {
  const known = plainOnes.get(object);
  if (known) return known as Shape;
  const {
    apiVersion: _version,
    kind: _kind,
    metadata,
    ...rest
  } = object as Served & { apiVersion?: string; kind?: string };
  const { managedFields: _fields, ...kept } = metadata;
  const view = deepFreeze({ metadata: kept, ...rest });
  plainOnes.set(object, view);
  return view as Shape;
}

/** The same without kubectl's copy of the object, as the shared stores keep it. */
export function withoutLastApplied(object: Served): Served {
  const { annotations } = object.metadata;
  if (annotations?.[LAST_APPLIED] === undefined) return object;
  const { [LAST_APPLIED]: _copy, ...rest } = annotations;
  return { ...object, metadata: { ...object.metadata, annotations: rest } };
}

/** Freezes a value with everything in it; what is frozen already is not walked through again. */
export function deepFreeze<Value extends object>(value: Value): Value {
  if (Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) deepFreeze(inner);
  return value;
}
