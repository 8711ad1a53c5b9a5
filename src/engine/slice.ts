import { EXIT } from '#errors/exit-codes';
import { logLost } from '#errors/log-lost';
import { toFailure, UpgradeError } from '#errors/upgrade-error';
import type { Time } from '#ports/time';
import { nextTimer } from './deadlines.ts';
import type { Driver } from './driver.ts';
import { HEARTBEAT } from './heartbeat.ts';
import type { SliceResult } from './host.ts';
import type { Effect } from './record.ts';
import type { Outcome } from './settle.ts';
import { noteSleep } from './sleep.ts';
import { untilPeople } from './until-people.ts';

/** The longest stretch of work without a look at people and timers, ms. */
export const SLICE = 50_000;

const BREATH = 1_000;

/** How a slice ended: with the effect's outcome, not yet, or because the surroundings do not let us go on. */
export type SliceEnd =
  | Outcome
  | { readonly kind: 'again' }
  | { readonly kind: 'superseded' }
  | { readonly kind: 'pause'; readonly why: string };

/** One bounded stretch of the effect's work: ends at the next timer, after 50 s, or when somebody asks for something. */
export function slice(driver: Driver, effect: Effect): Promise<SliceEnd> {
  const { host, stored } = driver;
  const began = host.time.now();
  return untilPeople(host.log, stored.record.controls, async (interrupt) => {
    const result = await attempt(driver, effect, interrupt);
    if (result.kind === 'again' && host.time.now() === began && !interrupt.signal.aborted) {
      // A step that gives its slice back unused must not keep the machine busy.
      await beatingTime(driver, interrupt).until(began + BREATH);
    }
    return result;
  });
}

async function attempt(driver: Driver, effect: Effect, interrupt: AbortController): Promise<SliceEnd> {
  const { host } = driver;
  const time = beatingTime(driver, interrupt);
  try {
    const { token, scheduledAt } = effect;
    const result = await host.perform(effect, {
      token,
      scheduledAt,
      end: endOf(driver),
      signal: interrupt.signal,
      time,
      waits: ({ what }) => beat(driver, what, interrupt),
      ensureOurs: () => ensureOurs(driver, interrupt),
    });
    return resultOf(driver, effect, result, interrupt);
  } catch (thrown) {
    return thrownEnd(thrown, interrupt.signal);
  }
}

async function ensureOurs({ host, stored }: Driver, interrupt: AbortController): Promise<void> {
  const { records, place } = host.log;
  const { seq } = stored.record;
  if ((await records.read(seq + 1)) !== null) {
    interrupt.abort('superseded');
    throw interrupt.signal.reason;
  }
  if ((await records.read(seq)) === null) throw logLost(`record ${seq} in ${place}`);
}

function resultOf(driver: Driver, effect: Effect, result: SliceResult, interrupt: AbortController): SliceEnd {
  if (result.kind === 'done') return result;
  if (interrupt.signal.reason === 'superseded') return { kind: 'superseded' };
  driver.waiting.tell(effect, result.waitingFor);
  driver.heartbeat.beat(driver.stored.record, result.waitingFor.what);
  return { kind: 'again' };
}

function thrownEnd(thrown: unknown, signal: AbortSignal): SliceEnd {
  // An interrupted call rejects with the signal's reason: nothing has failed.
  if (signal.aborted && (thrown === signal.reason || isAbort(thrown))) {
    return { kind: signal.reason === 'superseded' ? 'superseded' : 'again' };
  }
  // The cluster is another's: nothing is recorded, for whoever has it goes on with the run.
  if (thrown instanceof UpgradeError && thrown.exit === EXIT.held) throw thrown;
  // Expired credentials, a closed window: the step has not failed, the run cannot go on for now.
  if (thrown instanceof UpgradeError && thrown.exit === EXIT.paused) return { kind: 'pause', why: thrown.message };
  return { kind: 'failed', failure: toFailure(thrown) };
}

const isAbort = (thrown: unknown): boolean => thrown instanceof Error && thrown.name === 'AbortError';

function endOf({ host, stored }: Driver): number {
  const timer = nextTimer(stored.record.timers);
  return Math.min(host.time.now() + SLICE, timer?.due ?? Number.POSITIVE_INFINITY);
}

/** The host's clock, whose waits give signs of life. Waiting in pieces, not beside the step, lets a model clock stand still while a step works. */
export function beatingTime(driver: Driver, interrupt: AbortController): Time {
  const { time } = driver.host;
  return {
    now: () => time.now(),
    until: async (instant, signal = interrupt.signal) => {
      for (;;) {
        beat(driver, driver.heartbeat.waitingFor(driver.stored.record), interrupt);
        const began = time.now();
        const piece = Math.min(instant, began + HEARTBEAT);
        const why = await time.until(piece, signal);
        if (noteSleep(driver, began, piece)) {
          // What the step knows is old: it starts anew once the run is known to be ours still.
          interrupt.abort('rest');
          return 'interrupted';
        }
        if (why !== 'due' || piece >= instant) return why;
      }
    },
  };
}

function beat({ heartbeat, stored }: Driver, waitingFor: string | null, interrupt: AbortController): void {
  heartbeat.beat(stored.record, waitingFor, () => interrupt.abort('superseded'));
}
