import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { actionsOf, implementationOf } from './action-problems.ts';

/** Delays have names: a deadline is told from a bake by its name. */
export function delayProblems(node: AnyStateNode, machine: AnyStateMachine): readonly string[] {
  const raised = actionsOf(node).map(
    (action) => (implementationOf(action, machine) as { delay?: unknown } | undefined)?.delay,
  );
  return [...new Set(raised)].flatMap((delay) => {
    if (delay === undefined) return [];
    if (typeof delay !== 'string')
      return [`an inline delay (${typeof delay === 'number' ? `${delay} ms` : 'a function'}); name it in setup()`];
    return delay in machine.implementations.delays ? [] : [`delay "${delay}" is not known to setup()`];
  });
}
