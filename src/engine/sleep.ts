import { shiftDeadlines } from './deadlines.ts';
import { commit, type Driver } from './driver.ts';
import { HEARTBEAT } from './heartbeat.ts';
import type { Ending } from './host.ts';
import { unchanged } from './next-record.ts';

/** A wait that ends this much too late was not waited by a living runner, ms. Anything shorter may be a busy machine. */
const OVERSHOOT = 2 * HEARTBEAT;

/**
 * Remembers a wait that was none: it should have ended at `due` and did so much later, because the runner was stopped; or it ended
 * before it began, because the clock was set back. Whether it was so.
 */
export function noteSleep(driver: Driver, began: number, due: number): boolean {
  const now = driver.host.time.now();
  const late = now - Math.max(began, due);
  const back = began - now;
  if (late <= OVERSHOOT && back <= OVERSHOOT) return false;
  driver.slept += back > OVERSHOOT ? -back : late;
  return true;
}

/**
 * Takes the run anew after the runner was stopped or its clock was set: nobody drove it meanwhile, so deadlines move, as at a claim by somebody else, and
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
  const { run } = stored.record;
  host.notify(
    slept > 0
      ? { code: 'runner-slept', data: { run, forMs: slept } }
      : { code: 'clock-set-back', data: { run, byMs: -slept } },
  );
  return null;
}
