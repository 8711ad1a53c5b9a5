import { deletePod } from '../../controllers/pod-lifecycle.ts';
import { canonical } from '../../controllers/template.ts';
import { withDefaults } from '../../model/defaults.ts';
import type { Metadata, PodObject, WireObject } from '../../model/object.ts';
import { timestamp } from '../../model/object.ts';
import type { ResourceKind } from '../../model/resources.ts';
import type { World } from '../../model/world.ts';
import type { WireAnswer } from '../answer.ts';
import type { ObjectName, ResourceName } from '../face.ts';
import { applyPatch } from './patch.ts';
import { servedKind, toServed, toStored } from './served.ts';
import {
  accepted,
  alreadyExists,
  badRequest,
  conflict,
  detailsOf,
  MODIFIED,
  notFound,
  refusal,
  unknownResource,
} from './status.ts';

/** POST of a new object. */
export function createObject(
  world: World,
  where: ResourceName & { readonly namespace?: string },
  body: unknown,
): WireAnswer {
  const kind = servedKind(where, world.minor());
  if (!kind) return unknownResource();
  const sent = body as WireObject;
  const metadata = named(world, kind, sent?.metadata, where.namespace);
  if (!metadata)
    return badRequest(`${kind.kind} in version "${where.version}" cannot be handled: it has no metadata.name`);
  const { namespace } = metadata;
  if (namespace !== undefined && !world.store.get('namespaces', undefined, namespace))
    return notFound('', 'namespaces', namespace);
  if (world.store.get(kind.key, metadata.namespace, metadata.name))
    return alreadyExists(where.group, where.resource, metadata.name);
  const apiVersion = where.group === '' ? where.version : `${where.group}/${where.version}`;
  const draft = toStored(withDefaults({ ...sent, apiVersion, kind: kind.kind, metadata, ...emptyStatus(kind) }));
  const { uid: _uid, resourceVersion: _version, creationTimestamp: _created, ...given } = draft.metadata;
  const created = world.store.create(kind.key, { ...draft, metadata: given });
  world.settle();
  return { status: 201, body: toServed(created, where) };
}

/** PUT of a whole object. */
export function replaceObject(world: World, name: ObjectName, body: unknown): WireAnswer {
  return change(world, name, () => ({ kind: 'patched', object: body }));
}

export function patchObject(world: World, name: ObjectName, contentType: string, body: unknown): WireAnswer {
  return change(world, name, (object) => applyPatch(object, contentType, body));
}

/** DELETE: pods with their grace, everything else at once unless finalizers hold it. */
export function removeObject(world: World, name: ObjectName, options: unknown): WireAnswer {
  const kind = servedKind(name, world.minor());
  if (!kind) return unknownResource();
  const object = world.store.get(kind.key, name.namespace, name.name);
  if (!object) return notFound(name.group, name.resource, name.name);
  const { preconditions, gracePeriodSeconds } = (options ?? {}) as DeleteOptions;
  const mismatch = brokenPrecondition(name, object, preconditions);
  if (mismatch) return mismatch;
  if (kind.key === 'pods') deletePod(world, object as PodObject, gracePeriodSeconds);
  else if (object.metadata.finalizers?.length) markDeleted(world, kind, object);
  else world.store.remove(kind.key, object);
  world.settle();
  if (kind.key === 'pods') return { status: 200, body: world.store.get('pods', name.namespace, name.name) ?? object };
  const success = accepted(200).body as object;
  return {
    status: 200,
    body: { ...success, details: { ...detailsOf(name.group, name.resource, name.name), uid: object.metadata.uid } },
  };
}

export interface DeleteOptions {
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
  readonly gracePeriodSeconds?: number;
}

/** 409 when the object is not the one that was meant, in the words of https://github.com/kubernetes/apiserver/blob/master/pkg/registry/rest/delete.go */
export function brokenPrecondition(
  { group }: ResourceName,
  { kind, metadata }: WireObject,
  expected: DeleteOptions['preconditions'],
): WireAnswer | null {
  if (expected?.uid !== undefined && expected.uid !== metadata.uid) {
    const why = `the UID in the precondition (${expected.uid}) does not match the UID in record (${metadata.uid}). The object might have been deleted and then recreated`;
    return conflict(group, kind, metadata.name, why);
  }
  if (expected?.resourceVersion !== undefined && expected.resourceVersion !== metadata.resourceVersion) {
    const why = `the ResourceVersion in the precondition (${expected.resourceVersion}) does not match the ResourceVersion in record (${metadata.resourceVersion}). The object might have been modified`;
    return conflict(group, kind, metadata.name, why);
  }
  return null;
}

function change(
  world: World,
  name: ObjectName,
  next: (object: WireObject) => ReturnType<typeof applyPatch>,
): WireAnswer {
  const kind = servedKind(name, world.minor());
  if (!kind) return unknownResource();
  const object = world.store.get(kind.key, name.namespace, name.name);
  if (!object) return notFound(name.group, name.resource, name.name);
  const result = next(toServed(object, name));
  if (result.kind === 'refused') return refusal(result.status, REASONS[result.status], result.message);
  const wanted = result.object as WireObject;
  const expected = wanted.metadata?.resourceVersion;
  if (expected !== undefined && expected !== object.metadata.resourceVersion)
    return conflict(name.group, name.resource, name.name, MODIFIED);
  const stored = save(world, kind, object, toStored(withDefaults(wanted)));
  world.settle();
  return { status: 200, body: toServed(world.store.get(kind.key, name.namespace, name.name) ?? stored, name) };
}

const REASONS = { 400: 'BadRequest', 415: 'UnsupportedMediaType', 422: 'Invalid' } as const;

/** A write that changes nothing keeps the resource version; what the server owns cannot be changed. */
function save(world: World, kind: ResourceKind, before: WireObject, wanted: WireObject): WireObject {
  const { uid, creationTimestamp, name, namespace, generation, resourceVersion } = before.metadata;
  const own = {
    uid,
    creationTimestamp,
    name,
    resourceVersion,
    ...(namespace !== undefined && { namespace }),
    ...(generation !== undefined && { generation }),
  };
  const metadata: Metadata = { ...wanted.metadata, ...own };
  const after = { ...before, ...wanted, metadata, spec: sameOr(before.spec, wanted.spec), status: before.status };
  const isUnchanged = canonical(after) === canonical(before);
  if (isUnchanged) return before;
  if (metadata.deletionTimestamp !== undefined && !metadata.finalizers?.length && kind.key !== 'pods') {
    world.store.remove(kind.key, before);
    return before;
  }
  return world.store.update(kind.key, before, dropUndefined(after) as WireObject);
}

const sameOr = (before: unknown, wanted: unknown): unknown =>
  canonical(before) === canonical(wanted) ? before : wanted;

const dropUndefined = (object: object): object =>
  Object.fromEntries(Object.entries(object).filter(([, it]) => it !== undefined));

function named(
  world: World,
  kind: ResourceKind,
  metadata: Metadata | undefined,
  namespace: string | undefined,
): Metadata | null {
  const generated =
    metadata?.generateName &&
    `${metadata.generateName}${world.ids.suffix(`${kind.key} ${namespace} ${metadata.generateName}`)}`;
  const name = metadata?.name ?? generated;
  if (!metadata || !name) return null;
  const { namespace: _namespace, ...rest } = metadata;
  return { ...rest, name, ...(kind.isNamespaced && { namespace: namespace ?? 'default' }) };
}

function markDeleted(world: World, kind: ResourceKind, object: WireObject): void {
  if (object.metadata.deletionTimestamp !== undefined) return;
  const metadata = {
    ...object.metadata,
    deletionTimestamp: timestamp(world.time.now()),
    deletionGracePeriodSeconds: 0,
  };
  world.store.update(kind.key, object, { ...object, metadata });
}

const BUDGET_STATUS = { disruptionsAllowed: 0, currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 };

/** A new object has no status yet; its controller writes one. */
function emptyStatus(kind: ResourceKind): { readonly status?: unknown } {
  if (kind.key === 'pods') return { status: { phase: 'Pending' } };
  if (kind.key === 'policy/poddisruptionbudgets') return { status: BUDGET_STATUS };
  return kind.group === 'apps' ? { status: {} } : {};
}
