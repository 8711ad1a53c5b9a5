import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { transitionsOf } from './state-nodes.ts';

/** Guards have names: the graph of a procedure shows them, and a reader finds them in one place. */
export function guardProblems(node: AnyStateNode, machine: AnyStateMachine): readonly string[] {
  return transitionsOf(node).flatMap(({ guard, event }) =>
    problemsOf(guard, machine).map((problem) => `on ${event}: ${problem}`),
  );
}

function problemsOf(guard: unknown, machine: AnyStateMachine): readonly string[] {
  if (guard === undefined) return [];
  const parts = partsOf(guard);
  if (parts !== null) return parts.flatMap((part) => problemsOf(part, machine));
  if (typeof guard === 'function') return ['an inline guard; name it in setup()'];
  const name = typeof guard === 'string' ? guard : String((guard as { type?: unknown }).type);
  return name in machine.implementations.guards ? [] : [`guard "${name}" is not known to setup()`];
}

/** What `and`, `or` and `not` join; null for any other guard. */
function partsOf(guard: unknown): readonly unknown[] | null {
  const { guards } = guard as { guards?: unknown };
  return typeof guard === 'function' && Array.isArray(guards) ? guards : null;
}
