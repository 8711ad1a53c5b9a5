import type { AnyStateMachine, AnyStateNode } from 'xstate';
import type { ResumeProblem } from './may-resume.ts';
import type { RunRecord } from './record.ts';

/** What a record waits for and this machine does not know: XState itself would drop it in silence and stand still for ever. */
export function pendingProblems(
  machine: AnyStateMachine,
  head: RunRecord,
  steps: ReadonlySet<string>,
): readonly ResumeProblem[] {
  const nodes = activeNodes(machine, head.state);
  return nodes === null ? [] : [...stepProblems(nodes, head, steps), ...timerProblems(nodes, head)];
}

/** The states that are active at a path, outermost first; null when the path does not lead to an innermost state. */
export function activeNodes(machine: AnyStateMachine, state: string): readonly AnyStateNode[] | null {
  const nodes: AnyStateNode[] = [machine.root];
  for (const key of state.split('.')) {
    const next = (nodes.at(-1)?.states as Readonly<Record<string, AnyStateNode>> | undefined)?.[key];
    if (next === undefined) return null;
    nodes.push(next);
  }
  const innermost = nodes.at(-1)?.type;
  return innermost === 'atomic' || innermost === 'final' ? nodes : null;
}

function stepProblems(
  nodes: readonly AnyStateNode[],
  { effect, state }: RunRecord,
  steps: ReadonlySet<string>,
): readonly ResumeProblem[] {
  const invoked = nodes.flatMap((node) => node.invoke);
  if (effect === null) {
    return invoked.map(({ src }) => ({
      code: 'StepUnknown',
      why: `state "${state}" now has the step "${String(src)}", which this run has not begun`,
    }));
  }
  if (!invoked.some(({ id, src }) => id === effect.id && src === effect.src)) {
    return [{ code: 'StepUnknown', why: `state "${state}" no longer has the step "${effect.src}" that is pending` }];
  }
  return steps.has(effect.src) ? [] : [{ code: 'StepUnknown', why: `step "${effect.src}" does not exist any more` }];
}

function timerProblems(nodes: readonly AnyStateNode[], { timers, state }: RunRecord): readonly ResumeProblem[] {
  return timers
    .filter(({ event }) => !nodes.some((node) => node.transitions.has(event.type)))
    .map(({ event }) => ({ code: 'TimerUnknown', why: `state "${state}" no longer takes the timer "${event.type}"` }));
}
