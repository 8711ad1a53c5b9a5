import { type AnyMachineSnapshot, type AnyStateMachine, createActor, type StateValue } from 'xstate';
import type { EndingKind, StateMeta } from './author/procedure.ts';
import type { RunRecord } from './record.ts';

/** The machine's state as a record holds it: restored, never started. An unknown state gives status `error`. */
export function stateOf(machine: AnyStateMachine, record: Pick<RunRecord, 'snapshot'>): AnyMachineSnapshot {
  return createActor(machine, { snapshot: record.snapshot as never, input: undefined }).getSnapshot();
}

/** `work.drain.emptying`: the state value as a path; one region only, so there is one path. */
export function statePath(value: StateValue): string {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([key, inner]) => (inner === undefined ? key : `${key}.${statePath(inner)}`))
    .join('|');
}

/** The gate at which the state waits for an approval; null when it is not a gate. */
export function gateOf(snapshot: AnyMachineSnapshot): string | null {
  return metas(snapshot).find((meta) => meta.gate !== undefined)?.gate ?? null;
}

/** How a final state ends the run; null when its definition does not say. */
export function endingOf(snapshot: AnyMachineSnapshot): EndingKind | null {
  return metas(snapshot).find((meta) => meta.ending !== undefined)?.ending ?? null;
}

/** Whether the run is stopped by a failure: the innermost state is called `parked`. */
export function isParked(state: string): boolean {
  return state.split('.').at(-1) === 'parked';
}

/** Whether the run stops at this record because somebody asked for a pause. */
export function isPause({ kind, event, refused }: Pick<RunRecord, 'kind' | 'event' | 'refused'>): boolean {
  return kind === 'control' && event === null && refused === undefined;
}

/** Whether the run has ended: nothing will ever follow this record. */
export function isOver({ snapshot }: Pick<RunRecord, 'snapshot'>): boolean {
  return (snapshot as { status?: unknown }).status === 'done';
}

function metas(snapshot: AnyMachineSnapshot): StateMeta[] {
  return Object.values(snapshot.getMeta() as Record<string, StateMeta | undefined>).filter(
    (meta) => meta !== undefined,
  );
}
