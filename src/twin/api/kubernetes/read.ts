import type { WireObject } from '../../model/object.ts';
import { keyOf, RESOURCES, type ResourceKind } from '../../model/resources.ts';
import type { World } from '../../model/world.ts';
import type { WireAnswer } from '../answer.ts';
import type { ListQuery, ObjectName } from '../face.ts';
import { unsupportedField } from './field-labels.ts';
import { withHeartbeat } from './heartbeats.ts';
import { parseFieldSelector, selects } from './query.ts';
import { servedKind, toServed } from './served.ts';
import { badRequest, notFound, refusal, unknownPath, unknownResource } from './status.ts';

/** GET of one object. */
export function getObject(world: World, name: ObjectName): WireAnswer {
  const kind = servedKind(name, world.minor());
  if (!kind) return notServed(name.group);
  const object = world.store.get(kind.key, name.namespace, name.name);
  return object
    ? { status: 200, body: withHeartbeat(world, toServed(object, name)) }
    : notFound(name.group, name.resource, name.name);
}

/** Of a group that nobody serves the API server knows not even the path. */
const notServed = (group: string): WireAnswer =>
  RESOURCES.some((it) => it.group === group) ? unknownResource() : unknownPath();

/** GET of a list; `continue` counts the objects already given and is bound to the resource version of the first page. */
export function listObjects(world: World, query: ListQuery): WireAnswer {
  const kind = servedKind(query, world.minor());
  if (!kind) return notServed(query.group);
  const refused = unsupportedField(kind.key, query.fieldSelector);
  if (refused) return refused;
  const page = pageStart(world, query);
  if (page === null) return badRequest('continue key is not valid');
  if (page === 'expired') return expired();
  const all = candidates(world, kind, query).filter(selects(query));
  const end = query.limit ? page.from + query.limit : all.length;
  const items = all.slice(page.from, end).map((it) => asItem(withHeartbeat(world, toServed(it, query))));
  const rest = all.length - end;
  const resourceVersion = String(page.resourceVersion);
  const more = rest > 0 ? { continue: encode(page.resourceVersion, end), remainingItemCount: rest } : {};
  const apiVersion = query.group === '' ? query.version : `${query.group}/${query.version}`;
  return { status: 200, body: { kind: `${kind.kind}List`, apiVersion, metadata: { resourceVersion, ...more }, items } };
}

/** The pods of one node come from an index; everything else from the whole table. */
function candidates(world: World, kind: ResourceKind, query: ListQuery): readonly WireObject[] {
  const node =
    kind.key === 'pods' &&
    parseFieldSelector(query.fieldSelector ?? '').find((it) => it.path === 'spec.nodeName' && it.is && it.value !== '');
  if (!node) return world.store.list(kind.key);
  return [...world.store.podsOnNode(node.value)].sort((a, b) => compare(orderOf(a), orderOf(b)));
}

const orderOf = (it: WireObject): string => `${it.metadata.namespace ?? ''} ${it.metadata.name}`;
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

const items = new WeakMap<WireObject, unknown>();

/** In a list the objects do without apiVersion and kind. */
function asItem(object: WireObject): unknown {
  const known = items.get(object);
  if (known !== undefined) return known;
  const { apiVersion: _version, kind: _kind, ...item } = object;
  items.set(object, item);
  return item;
}

function pageStart(
  world: World,
  query: ListQuery,
): { readonly from: number; readonly resourceVersion: number } | null | 'expired' {
  if (query.continue === undefined || query.continue === '')
    return { from: 0, resourceVersion: world.store.resourceVersion() };
  const [version, from] = Buffer.from(query.continue, 'base64').toString('utf8').split(':').map(Number);
  if (!Number.isInteger(version) || !Number.isInteger(from)) return null;
  // The twin keeps no old states: a list that was changed between two pages has to be read again, as after a compaction.
  const changes = world.history.since(version as number, keyOf(query.group, query.resource));
  return changes === null || changes.length > 0
    ? 'expired'
    : { from: from as number, resourceVersion: version as number };
}

const encode = (version: number, from: number): string => Buffer.from(`${version}:${from}`).toString('base64');

const expired = (): WireAnswer =>
  refusal(
    410,
    'Expired',
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter.',
  );
