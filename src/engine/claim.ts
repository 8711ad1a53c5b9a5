import type { RunLog, RunnerNote, RunnerProcess } from '#ports/record-log';
import type { Time } from '#ports/time';
import { appendRecord } from './append.ts';
import { shiftDeadlines } from './deadlines.ts';
import { decideClaim, type Liveness, type TakeOver, type Watched } from './decide-claim.ts';
import { lastSign } from './last-sign.ts';
import { nextRecord, type Stored, unchanged, type Writer } from './next-record.ts';
import { readHead } from './read-log.ts';
import type { RunRecord } from './record.ts';
import { isOver } from './state-of.ts';

/** Who wants the run, and how much. */
export interface ClaimRequest {
  readonly log: RunLog;
  readonly time: Time;
  /** `owner`: a random id, new for each claim. */
  readonly writer: Writer;
  /** The process of `writer`. */
  readonly runner?: RunnerProcess;
  readonly takeOver: TakeOver;
  /** Whether the process that wrote the note still lives. */
  readonly liveness: (note: RunnerNote) => Liveness;
  /** Called once when the claim has to wait for the runner's silence; instant, ms, UTC. */
  readonly onWait?: (note: RunnerNote, until: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * Whether the run is ours now. `held`: somebody has it, and why we may not take it; `lost`: another claim was faster;
 * `over`: the run has ended; `empty`: there is no run in this log.
 */
export type Claim =
  | { readonly kind: 'claimed'; readonly record: RunRecord }
  | { readonly kind: 'held'; readonly by: string; readonly why: string }
  | { readonly kind: 'lost'; readonly by: string }
  | { readonly kind: 'over'; readonly record: RunRecord }
  | { readonly kind: 'empty' };

/** Makes this runner the owner of the run. Correctness never rests on it: the log lets only one writer win each number. */
export async function claim(request: ClaimRequest): Promise<Claim> {
  const { log, time } = request;
  let watched: Watched | null = null;
  for (;;) {
    const head = await readHead(log);
    if (head === null) return { kind: 'empty' };
    if (isOver(head.record)) return { kind: 'over', record: head.record };
    const sign = await lastSign(log, head.record);
    const decision = decideClaim({
      record: head.record,
      sign,
      liveness: sign === null ? 'unknown' : request.liveness(sign),
      takeOver: request.takeOver,
      now: time.now(),
      watched,
    });
    if (decision.kind === 'held') return decision;
    if (decision.kind === 'take') return take(request, head);
    if (request.signal?.aborted) return { kind: 'held', by: decision.note.owner, why: 'the take-over was broken off' };
    if (watched === null) request.onWait?.(decision.note, decision.until);
    watched = lookedAt(decision.note, watched, time.now());
    await time.until(Math.min(decision.until, time.now() + LOOK_EVERY), request.signal);
  }
}

const LOOK_EVERY = 5_000;

/** A clock that is set back meanwhile must not make the waiting longer by as much. */
const lookedAt = (note: RunnerNote, before: Watched | null, now: number): Watched => ({
  note,
  since: Math.min(before?.since ?? now, now),
});

async function take({ log, time, writer, runner }: ClaimRequest, head: Stored): Promise<Claim> {
  const now = time.now();
  const note = await log.readRunner();
  const gap = Math.max(0, now - Math.max(head.record.at, note?.at ?? 0));
  const body = { ...unchanged(head.record), timers: shiftDeadlines(head.record.timers, gap) };
  const appended = await appendRecord(
    log,
    nextRecord(head, writer, { kind: 'claim', event: null, body, gap, ...(runner && { runner }) }, now),
  );
  if (appended.kind === 'superseded') return { kind: 'lost', by: appended.by };
  return { kind: 'claimed', record: appended.stored.record };
}
