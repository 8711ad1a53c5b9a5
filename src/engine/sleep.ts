import { shiftDeadlines } from './deadlines.ts';
import { commit, type Driver } from './driver.ts';
import { HEARTBEAT } from './heartbeat.ts';
import type { Ending } from './host.ts';
import { unchanged } from './next-record.ts';

/** A wait that ends this much too late was not waited by a living runner, ms. Anything shorter may be a busy machine. */
const OVERSHOOT = 2 * HEARTBEAT;

/** Remembers that a wait that should have ended at `due` did so only now; whether that means that the runner was stopped. */
export function noteSleep(driver: Driver, due: number): boolean {
  const late = driver.host.time.now() - due;
  if (late <= OVERSHOOT) return false;
  driver.slept += late;
  return true;
}

/**
 * Takes the run anew after the runner was stopped: nobody drove it, so deadlines move, as at a claim by somebody else, and
 * the guarding checks are repeated. An ending when another runner has taken it meanwhile.
 */
export async function wakeUp(driver: Driver): Promise<Ending | null> {
  const { host, stored, slept } = driver;
  if (slept === 0) return null;
  const { owner: _, ...runner } = host.runner;
  const body = { ...unchanged(stored.record), timers: shiftDeadlines(stored.record.timers, slept) };
  const lost = await commit(driver, { kind: 'claim', event: null, body, gap: slept, runner });
  if (lost !== null) return lost;
  driver.slept = 0;
  driver.guardDue = true;
  host.notify({ code: 'runner-slept', data: { run: stored.record.run, forMs: slept } });
  return null;
}
