import type { EventObject } from 'xstate';
import type { Failure } from '#errors/failure';
import type { RunRecord } from './record.ts';

/** How an effect came out. */
export type Outcome =
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'failed'; readonly failure: Failure };

/**
 * The event that tells the machine how the effect with `token` came out; null when another effect is pending, because
 * XState itself would take a stale result: ids of effects repeat, tokens do not.
 */
export function settle(record: RunRecord, token: string, outcome: Outcome): EventObject | null {
  if (record.effect === null || record.effect.token !== token) return null;
  const actorId = record.effect.id;
  return outcome.kind === 'done'
    ? event(`xstate.done.actor.${actorId}`, { output: outcome.output, actorId })
    : event(`xstate.error.actor.${actorId}`, { error: outcome.failure, actorId });
}

const event = (type: string, data: object): EventObject => ({ type, ...data });
