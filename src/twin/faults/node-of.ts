import { nodesOf } from '../controllers/eks/nodes.ts';
import type { NodeObject } from '../model/object.ts';
import type { World } from '../model/world.ts';
import type { Target } from '../scenario/happening-schema.ts';

/** The node that a happening is about: by name, or by its place in a group in the order of joining. */
export function nodeOf(world: World, of: Target): NodeObject | undefined {
  if ('name' in of) return world.store.get('nodes', undefined, of.name);
  return [...nodesOf(world, of.group)].sort(byAge)[of.index];
}

// Nodes that joined in the same second stay in the order of their names, in which the store lists them.
const byAge = (a: NodeObject, b: NodeObject): number =>
  Date.parse(a.metadata.creationTimestamp) - Date.parse(b.metadata.creationTimestamp);
