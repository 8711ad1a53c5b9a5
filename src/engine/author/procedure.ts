import type { AnyStateMachine } from 'xstate';

/**
 * An XState machine with its name and version, as the engine runs it.
 *
 * Conventions the engine relies on (and `check-definition` enforces): one region, at most one invoke at a time, only
 * `assign` and `raise`, named actors, delays and guards. A delay named `…Deadline` counts only while a runner lives.
 * A state with a step has such a deadline, or says in `meta.unlimited` why it needs none.
 * A state where people are needed has `meta.gate` (a gate) or is called `parked`. Final states carry `meta.ending`.
 */
export interface Procedure {
  readonly name: string;
  readonly version: number;
  /** Versions (`blue-green@1`) whose records this definition can go on with; its own included. */
  readonly accepts: readonly string[];
  readonly machine: AnyStateMachine;
  /** Refuses a context that does not fit, with the reason; null when it fits. */
  readonly contextProblem: (context: unknown) => string | null;
}

/** How a final state ends the run. */
export type EndingKind = 'finished' | 'blocked' | 'held' | 'aborted';

export interface StateMeta {
  /** People are asked here; answered by `operator.approve` with the same gate. */
  readonly gate?: string;
  readonly ending?: EndingKind;
  /** Why the step of this state may be waited for without a limit. */
  readonly unlimited?: string;
}

/** `blue-green@1`: what records call a procedure; the machine's id is the same. */
export const idOf = (procedure: Pick<Procedure, 'name' | 'version'>): string =>
  `${procedure.name}@${procedure.version}`;
