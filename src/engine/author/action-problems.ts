import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { transitionsOf } from './state-nodes.ts';

/** Only `assign` and `raise` may be actions: everything else would act outside the record. */
export function actionProblems(node: AnyStateNode, machine: AnyStateMachine): readonly string[] {
  return actionsOf(node).flatMap((action) => {
    const problem = problemOf(action, machine);
    return problem === null ? [] : [problem];
  });
}

/** Every action of a state: on entry, on exit, of its transitions, and of its way into its first inner state. */
export function actionsOf(node: AnyStateNode): readonly unknown[] {
  const initial = node.type === 'compound' ? node.initial.actions : [];
  return [...node.entry, ...node.exit, ...initial, ...transitionsOf(node).flatMap(({ actions }) => actions)];
}

/** The implementation behind an action: itself, or what `setup` knows under its name. */
export function implementationOf(action: unknown, machine: AnyStateMachine): unknown {
  if (typeof action === 'function') return action;
  return (machine.implementations.actions as Readonly<Record<string, unknown>>)[nameOf(action)];
}

function problemOf(action: unknown, machine: AnyStateMachine): string | null {
  const implementation = implementationOf(action, machine);
  if (implementation === undefined) return `action "${nameOf(action)}" is not known to setup()`;
  const kind = (implementation as { type?: string }).type;
  if (kind === 'xstate.assign' || kind === 'xstate.raise' || isTimersEnd(implementation)) return null;
  const name = nameOf(action);
  return `${name === '' ? 'an inline action' : `action "${name}"`} is ${kind ?? 'a function of its own'}; only assign and raise are recorded`;
}

/** XState itself adds a cancel for each `after`. */
function isTimersEnd(implementation: unknown): boolean {
  const { type, sendId } = implementation as { type?: string; sendId?: unknown };
  return type === 'xstate.cancel' && typeof sendId === 'string' && sendId.startsWith('xstate.after.');
}

function nameOf(action: unknown): string {
  if (typeof action === 'string') return action;
  return typeof action === 'object' && action !== null ? String((action as { type?: unknown }).type) : '';
}
