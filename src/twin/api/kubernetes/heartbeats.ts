import { NODE_LEASES } from '../../controllers/node-leases.ts';
import { type Condition, type LeaseObject, type NodeObject, timestamp, type WireObject } from '../../model/object.ts';
import type { World } from '../../model/world.ts';

/** How often a kubelet renews its lease, and how often it posts a status in which nothing changed, ms (kubelet defaults). */
const RENEW_EVERY = 10_000;
const POST_EVERY = 5 * 60_000;

/**
 * An object as it reads now: nodes and their leases carry the last sign of life of the kubelet. It is reckoned when somebody
 * looks, because a write every ten seconds would be something to happen for ever, and time could never come to its end.
 */
export function withHeartbeat(world: World, object: WireObject): WireObject {
  if (object.kind === 'Node') return remembered(object, beat(world, bornAt(object), POST_EVERY), withPostedStatus);
  if (object.kind !== 'Lease' || object.metadata.namespace !== NODE_LEASES) return object;
  const node = world.store.get('nodes', undefined, object.metadata.name);
  if (!node || isLost(node)) return object;
  return remembered(object, beat(world, bornAt(object), RENEW_EVERY), withRenewal);
}

const bornAt = ({ metadata }: WireObject): number => Date.parse(metadata.creationTimestamp);

const beat = (world: World, from: number, every: number): number =>
  from + Math.max(0, Math.floor((world.time.now() - from) / every)) * every;

function withPostedStatus(node: WireObject, at: number): WireObject {
  const { status } = node as NodeObject;
  if (isLost(node as NodeObject)) return node;
  const conditions = (status.conditions ?? []).map((it) => {
    // A change is posted at once.
    const posted = Math.max(at, Date.parse(it.lastTransitionTime ?? '') || 0);
    return { ...it, lastHeartbeatTime: timestamp(posted) };
  });
  return { ...node, status: { ...status, conditions } } as WireObject;
}

function withRenewal(lease: WireObject, at: number): WireObject {
  const { spec } = lease as LeaseObject;
  return { ...lease, spec: { ...spec, renewTime: timestamp(at).replace('Z', '.000000Z') } };
}

/** The node controller writes Unknown when a kubelet has been silent: what it said last stays as it is. */
const isLost = ({ status }: NodeObject): boolean =>
  status.conditions?.some((it: Condition) => it.type === 'Ready' && it.status === 'Unknown') ?? false;

const shown = new WeakMap<WireObject, { readonly at: number; readonly object: WireObject }>();

/** The same object as long as the beat is the same. */
function remembered(object: WireObject, at: number, make: (object: WireObject, at: number) => WireObject): WireObject {
  const known = shown.get(object);
  if (known?.at === at) return known.object;
  const made = make(object, at);
  shown.set(object, { at, object: made });
  return made;
}
