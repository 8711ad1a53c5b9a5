/** Where a step leads that was not answered for too long. */
export const unanswered = {
  unansweredDeadline: { target: '#parked', actions: { type: 'recordLimit', params: { limit: 'answer' } } },
} as const;

interface State {
  readonly invoke?: unknown;
  readonly after?: object;
  readonly meta?: unknown;
  readonly states?: Readonly<Record<string, unknown>>;
}

/**
 * The same phase, in which no step is waited for without a limit: a state that names none of its own gets the one for
 * answers that do not come. `target`: where that leads; by default the run parks.
 */
export function limited<Phase extends object>(
  phase: Phase,
  target = unanswered.unansweredDeadline.target as string,
): Phase {
  const { invoke, after, meta, states } = phase as State;
  const waits = invoke !== undefined && after === undefined && meta === undefined;
  const own = waits ? { after: { unansweredDeadline: { ...unanswered.unansweredDeadline, target } } } : {};
  const within = Object.entries(states ?? {}).map(([key, state]) => [key, limited(state as object, target)]);
  return { ...phase, ...own, ...(states !== undefined && { states: Object.fromEntries(within) }) };
}
