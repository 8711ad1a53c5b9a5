import type { WireAnswer } from '../api/answer.ts';
import { nodeConditions } from '../model/new-node.ts';
import { type Condition, type NodeObject, timestamp } from '../model/object.ts';
import type { World } from '../model/world.ts';
import type { What } from '../scenario/happening-schema.ts';
import { nothing } from './call-by-somebody.ts';
import { nodeOf } from './node-of.ts';

type Readiness = Extract<What, { readonly node: unknown }>['node'];

/** A node becomes ready, says that it is not, or is no longer heard of. */
export function setReadiness(world: World, { of, ready }: Readiness): WireAnswer {
  const node = nodeOf(world, of);
  if (node === undefined) return nothing(`there is no node ${JSON.stringify(of)}`);
  const at = timestamp(world.time.now());
  const conditions = ready === 'Unknown' ? unheardOf(node, at) : nodeConditions(ready === 'True', at);
  world.store.update('nodes', node, { ...node, status: { ...node.status, conditions } });
  return { status: 200, body: {} };
}

/** What the node lifecycle controller writes when a kubelet has been silent (kubernetes/pkg/controller/nodelifecycle). */
const unheardOf = (node: NodeObject, at: string): readonly Condition[] =>
  (node.status.conditions ?? []).map((it) => ({
    ...it,
    status: 'Unknown' as const,
    reason: 'NodeStatusUnknown',
    message: 'Kubelet stopped posting node status.',
    lastTransitionTime: at,
  }));
