import type { EventObject } from 'xstate';
import { EXIT } from '#errors/exit-codes';
import type { Failure } from '#errors/failure';
import { toFailure, UpgradeError } from '#errors/upgrade-error';
import type { Waiting } from '#messages/registry';
import type { Driver } from './driver.ts';
import { shortened } from './settle.ts';

/** What the guarding checks say before the first slice after a claim. */
export type Guarded =
  | { readonly kind: 'free' }
  | { readonly kind: 'blocked'; readonly event: EventObject }
  /** They cannot be made for now: nothing is done before they can. */
  | { readonly kind: 'wait'; readonly waitingFor: Waiting }
  /** The surroundings do not let us go on, for example because the credentials have ended. */
  | { readonly kind: 'pause'; readonly why: string };

/** Repeats the guarding checks when they are due, as long as the machine has a way to stop here. What they throw is an answer too. */
export async function askGuard(driver: Driver): Promise<Guarded> {
  const { host, stored, snapshot, guardDue } = driver;
  if (!guardDue) return { kind: 'free' };
  if (!snapshot.can(blocked(toFailure('asked whether the run can stop here')))) return over(driver, { kind: 'free' });
  try {
    const answer = (await host.guard?.(stored.record)) ?? null;
    if (answer === null) return over(driver, { kind: 'free' });
    if ('waitingFor' in answer) return { kind: 'wait', waitingFor: answer.waitingFor };
    return over(driver, { kind: 'blocked', event: blocked(answer) });
  } catch (thrown) {
    if (thrown instanceof UpgradeError && thrown.exit === EXIT.paused) return { kind: 'pause', why: thrown.message };
    return over(driver, { kind: 'blocked', event: blocked(toFailure(thrown)) });
  }
}

function over(driver: Driver, verdict: Guarded): Guarded {
  driver.guardDue = false;
  return verdict;
}

const blocked = (error: Failure): EventObject => ({ type: 'guard.blocked', error: shortened(error) }) as EventObject;
