import { createHash } from 'node:crypto';
import { type AnyMachineSnapshot, type AnyStateMachine, type EventObject, initialTransition, transition } from 'xstate';
import { UpgradeError } from '#errors/upgrade-error';
import { isDeadline } from './deadlines.ts';
import type { Effect, RunRecord, Timer } from './record.ts';
import { stateOf, statePath } from './state-of.ts';

/** The part of a record that the machine decides. */
export type RecordBody = Pick<RunRecord, 'state' | 'snapshot' | 'effect' | 'timers'>;

/** What is left of an action of XState: nothing runs, its data says what the record has to hold. */
interface Action {
  readonly type: string;
  readonly params?: unknown;
}

/** What the record after `before` holds when `event` happens at `now`. Pure: nothing runs. */
export function advance(machine: AnyStateMachine, before: RunRecord, event: EventObject, now: number): RecordBody {
  const [next, actions] = transition(machine, stateOf(machine, before), event);
  return bodyOf(machine, next, actions, before, { run: before.run, seq: before.seq + 1, now });
}

/** What the first record of a run holds. */
export function begin(machine: AnyStateMachine, input: unknown, run: string, now: number): RecordBody {
  const [next, actions] = initialTransition(machine, input);
  return bodyOf(machine, next, actions, { effect: null, timers: [] }, { run, seq: 0, now });
}

/** A JSON copy: a record in memory is exactly what a reader of the log gets. */
export const plain = <T>(it: T): T => JSON.parse(JSON.stringify(it)) as T;

type Pending = Pick<RunRecord, 'effect' | 'timers'>;
type Moment = { readonly run: string; readonly seq: number; readonly now: number };

function bodyOf(
  machine: AnyStateMachine,
  next: AnyMachineSnapshot,
  actions: readonly Action[],
  before: Pending,
  moment: Moment,
): RecordBody {
  if (next.status === 'error') throw unhandled(next);
  const { effect, timers } = actions.reduce<Pending>((pending, action) => apply(pending, action, moment), before);
  const spawned = Object.keys(next.children).find((id) => id !== effect?.id);
  if (spawned !== undefined) throw forbidden(spawned);
  // Children are left out: XState would start them by itself on restore; ours is the effect.
  const snapshot = { ...machine.getPersistedSnapshot(next), children: {} };
  return plain({ state: statePath(next.value), snapshot, effect, timers });
}

function apply(pending: Pending, action: Action, moment: Moment): Pending {
  const params = (action.params ?? {}) as Params;
  switch (action.type) {
    case 'xstate.stopChild':
      return { ...pending, effect: null };
    case 'xstate.spawnChild':
      return { ...pending, effect: schedule(pending, params, moment) };
    case 'xstate.cancel':
      return { ...pending, timers: pending.timers.filter(({ id }) => id !== params.sendId) };
    case 'xstate.raise':
      return { ...pending, timers: arm(pending.timers, params, moment) };
    default:
      throw new UpgradeError(
        'ActionForbidden',
        `the procedure asks for the action ${action.type}, which a record cannot hold`,
        {
          hint: 'use only assign, raise and invoked steps',
        },
      );
  }
}

interface Params {
  readonly id: string;
  readonly src: unknown;
  readonly input: unknown;
  readonly sendId: string;
  readonly event: EventObject;
  readonly delay: number | undefined;
}

function schedule(pending: Pending, { id, src, input }: Params, { run, seq, now }: Moment): Effect {
  if (typeof src !== 'string' || pending.effect !== null) throw forbidden(id);
  return { id, src, input, token: tokenOf(run, id, seq), scheduledAt: now };
}

/** The same for all attempts of one scheduling, new for each scheduling; 32 hex digits, fit for `clientRequestToken`. */
export function tokenOf(run: string, effectId: string, seq: number): string {
  return createHash('sha256')
    .update(JSON.stringify([run, effectId, seq]))
    .digest('hex')
    .slice(0, 32);
}

function arm(timers: readonly Timer[], { id, event, delay }: Params, { now }: Moment): readonly Timer[] {
  if (delay === undefined) return timers; // raised without a delay: XState has taken it already
  const others = timers.filter((timer) => timer.id !== id);
  return [...others, { id, event, due: now + delay, deadline: isDeadline(id) }];
}

function forbidden(id: string): UpgradeError {
  return new UpgradeError(
    'EffectForbidden',
    `the procedure starts "${id}" unnamed, by spawn, or while another step is in flight`,
    {
      hint: 'invoke one named step at a time',
    },
  );
}

function unhandled(next: AnyMachineSnapshot): UpgradeError {
  return new UpgradeError(
    'ProcedureBroken',
    `the procedure failed in state "${statePath(next.value)}": ${text(next.error)}`,
    {
      hint: 'nothing was recorded; this is a defect of the procedure',
      cause: next.error,
    },
  );
}

const text = (error: unknown): string => (error instanceof Error ? error.message : JSON.stringify(error));
