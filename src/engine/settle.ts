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
    : event(`xstate.error.actor.${actorId}`, { error: shortened(outcome.failure), actorId });
}

const TEXT_LIMIT = 4_000;

/** The same failure with texts that fit into any record: an API may answer with a page. */
export function shortened({ code, message, hint, cause }: Failure): Failure {
  const cut = <T extends string | null>(text: T): T | string =>
    text !== null && text.length > TEXT_LIMIT ? `${text.slice(0, TEXT_LIMIT)} … (${text.length} characters)` : text;
  return { code, message: cut(message), hint: cut(hint), cause: cut(cause) };
}

const event = (type: string, data: object): EventObject => ({ type, ...data });
