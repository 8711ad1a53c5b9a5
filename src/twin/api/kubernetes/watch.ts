import type { WireObject } from '../../model/object.ts';
import type { Change } from '../../model/store.ts';
import type { World } from '../../model/world.ts';
import type { WireAnswer } from '../answer.ts';
import type { ListQuery, WatchEvent } from '../face.ts';
import { unsupportedField } from './field-labels.ts';
import { withHeartbeat } from './heartbeats.ts';
import { selects } from './query.ts';
import { servedKind, toServed } from './served.ts';
import { refusal, unknownResource } from './status.ts';

type Listener = (event: WatchEvent) => void;

/** A watch: first what happened since `resourceVersion` (or all there is), then each change as it happens. */
export function watchObjects(
  world: World,
  query: ListQuery & { readonly resourceVersion?: string },
  listener: Listener,
): { readonly stop: () => void } | WireAnswer {
  const kind = servedKind(query, world.minor());
  if (!kind) return unknownResource();
  const refused = unsupportedField(kind.key, query.fieldSelector);
  if (refused) return refused;
  const tell = teller(world, query, listener);
  const from = Number(query.resourceVersion ?? 0);
  const missed = from === 0 ? [] : world.history.since(from, kind.key);
  if (missed === null) return tooOld(from, world.store.resourceVersion());
  if (from === 0)
    for (const object of world.store.list(kind.key))
      tell({ resource: kind.key, before: undefined, after: object, resourceVersion: 0 });
  for (const change of missed) tell(change);
  const stop = world.store.onChange((change) => {
    if (change.resource === kind.key) tell(change);
  });
  return { stop };
}

/** An object that leaves the selection is told as deleted, one that enters it as added. */
function teller(world: World, query: ListQuery, listener: Listener): (change: Change) => void {
  const isSelected = selects(query);
  return ({ before, after, resourceVersion }) => {
    const was = before !== undefined && isSelected(before);
    const is = after !== undefined && isSelected(after);
    if (!was && !is) return;
    const type = is ? (was ? 'MODIFIED' : 'ADDED') : 'DELETED';
    listener({
      type,
      object: shown(
        world,
        type === 'DELETED' ? lastState(before as WireObject, after, resourceVersion) : (after as WireObject),
        query,
      ),
    });
  };
}

/** A deletion carries the last state of the object with the resource version of the deletion. */
const lastState = (before: WireObject, after: WireObject | undefined, resourceVersion: number): WireObject =>
  after ?? { ...before, metadata: { ...before.metadata, resourceVersion: String(resourceVersion) } };

const shown = (world: World, object: WireObject, query: ListQuery): WatchEvent['object'] =>
  withHeartbeat(world, toServed(object, query)) as unknown as WatchEvent['object'];

const tooOld = (from: number, newest: number): WireAnswer =>
  refusal(410, 'Expired', `too old resource version: ${from} (${newest})`);
