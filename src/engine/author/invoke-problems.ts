import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { ancestorsOf } from './state-nodes.ts';
import { isStub } from './stubs.ts';

interface RawInvoke {
  readonly src?: unknown;
  readonly systemId?: unknown;
  readonly onSnapshot?: unknown;
}

/** A state invokes at most one step, by the name of a stub, and somebody takes its failure. */
export function invokeProblems(node: AnyStateNode, machine: AnyStateMachine): readonly string[] {
  const invokes = rawInvokes(node);
  if (invokes.length === 0) return [];
  const problems = invokes.flatMap((invoke) => sourceProblems(invoke, machine));
  if (invokes.length > 1) problems.push('two steps at once; only one may be in flight');
  if (ancestorsOf(node).some((it) => it.invoke.length > 0))
    problems.push('a step inside a state that has a step of its own; only one may be in flight');
  return [...problems, ...unhandledFailures(node)];
}

function rawInvokes(node: AnyStateNode): readonly RawInvoke[] {
  const { invoke } = node.config as { invoke?: RawInvoke | readonly RawInvoke[] };
  return invoke === undefined ? [] : [invoke].flat();
}

function sourceProblems({ src, systemId, onSnapshot }: RawInvoke, machine: AnyStateMachine): string[] {
  if (typeof src !== 'string') return ['an inline actor; invoke a step by its name'];
  const logic: unknown = (machine.implementations.actors as Readonly<Record<string, unknown>>)[src];
  const problems: string[] = [];
  if (logic === undefined) problems.push(`step "${src}" is not known to setup()`);
  else if (!isStub(logic))
    problems.push(`"${src}" is not a step: child machines, callbacks and promises of its own cannot be recorded`);
  if (systemId !== undefined || onSnapshot !== undefined)
    problems.push(`"${src}" uses systemId or onSnapshot, which the engine does not know`);
  return problems;
}

/** A failure that nobody takes would end the machine in status `error`. */
function unhandledFailures(node: AnyStateNode): readonly string[] {
  const around = [node, ...ancestorsOf(node)];
  return node.invoke
    .filter(({ id }) => !around.some((it) => failureEvents(id).some((event) => it.transitions.has(event))))
    .map(
      ({ src }) =>
        `nobody takes a failure of "${String(src)}": give it onError, or xstate.error.actor.* to a state around it`,
    );
}

const failureEvents = (id: string): readonly string[] => [
  `xstate.error.actor.${id}`,
  'xstate.error.actor.*',
  'xstate.error.*',
  'xstate.*',
  '*',
];
