import type { AnyStateNode } from 'xstate';

/** What the rules need of a transition of XState. */
export interface PlainTransition {
  readonly actions: readonly unknown[];
  readonly guard?: unknown;
  readonly event: string;
}

/** All transitions that begin in this state itself: of events, timers, results, and immediate ones. */
export function transitionsOf(node: AnyStateNode): readonly PlainTransition[] {
  const all = [...node.transitions.values()].flat().concat(node.always ?? []);
  return all.map(({ actions, guard, eventType }) => ({ actions, guard, event: eventType || 'always' }));
}

/** The states around a state, the nearest first. */
export function ancestorsOf(node: AnyStateNode): readonly AnyStateNode[] {
  return node.parent === undefined ? [] : [node.parent, ...ancestorsOf(node.parent)];
}

/** A state and all states inside it. */
export function allNodes(node: AnyStateNode): readonly AnyStateNode[] {
  return [node, ...Object.values(node.states as Record<string, AnyStateNode>).flatMap(allNodes)];
}
