import type { RunnerNote } from '#ports/record-log';
import type { RunRecord } from './record.ts';
import { isPause } from './state-of.ts';

/** `no`: only a run that nobody has; `when-silent`: once its runner has been silent for 60 s; `now`: at once. */
export type TakeOver = 'no' | 'when-silent' | 'now';

/** What this host can tell about a runner's process; `unknown` on another host. */
export type Liveness = 'alive' | 'dead' | 'unknown';

/** How long a runner has to be silent before it may be taken for gone, ms. */
export const SILENCE = 60_000;

interface Facts {
  readonly record: RunRecord;
  /** The last sign of life of the runner that wrote the record; null when there is none. */
  readonly sign: RunnerNote | null;
  readonly liveness: Liveness;
  readonly takeOver: TakeOver;
  readonly now: number;
  /** Null before the waiting began. */
  readonly watched: Watched | null;
}

/** The note that was seen at the last look, and when the waiting began: instant, ms, UTC. */
export interface Watched {
  readonly note: RunnerNote;
  readonly since: number;
}

export type ClaimDecision =
  | { readonly kind: 'take' }
  | { readonly kind: 'held'; readonly by: string; readonly why: string }
  | { readonly kind: 'wait'; readonly note: RunnerNote; readonly until: number };

/** Whether a run may be claimed: its runner has let go, is dead, or has been silent long enough. */
export function decideClaim(facts: Facts): ClaimDecision {
  const { record, sign, liveness, takeOver, now, watched } = facts;
  if (takeOver === 'now' || hasLetGo(record)) return { kind: 'take' };
  if (sign !== null && liveness === 'dead') return { kind: 'take' };
  const runner = sign ?? unknownRunner(record);
  if (takeOver === 'no') return held(runner, now, 'take it over with --take-over once it is gone');
  if (watched !== null && watched.note.owner === runner.owner && watched.note.at !== runner.at) {
    return held(runner, now, 'it is alive: pause it, or take it over with --take-over --now');
  }
  // The record counts as a sign of life too: a note may be lost, a record may not.
  // One in the future is of a clock that is, or was, ahead of ours: then what we have watched ourselves counts.
  const until = Math.min(Math.max(runner.at, record.at), watched?.since ?? now) + SILENCE;
  return now >= until ? { kind: 'take' } : { kind: 'wait', note: runner, until };
}

/** Nobody drives on after this record: it is a pause, or there is nothing left to do without people. */
function hasLetGo(record: RunRecord): boolean {
  return isPause(record) || (record.effect === null && record.timers.length === 0);
}

function held(runner: RunnerNote, now: number, advice: string): ClaimDecision {
  const seconds = Math.max(0, Math.round((now - runner.at) / 1000));
  const why = `runner ${runner.owner} on ${runner.host} (process ${runner.pid}) gave its last sign of life ${seconds} s ago; ${advice}`;
  return { kind: 'held', by: runner.owner, why };
}

/** A runner of an older version, which did not say in the log who it is. */
function unknownRunner(record: RunRecord): RunnerNote {
  const { owner, at, state } = record;
  return { owner, host: 'an unknown host', pid: 0, processStartedAt: null, at, state, waitingFor: null };
}
