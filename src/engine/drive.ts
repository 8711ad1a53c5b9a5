import type { EventObject } from 'xstate';
import type { Failure } from '#errors/failure';
import { toFailure, UpgradeError } from '#errors/upgrade-error';
import type { Waiting } from '#messages/registry';
import { advance, type RecordBody } from './advance.ts';
import { appendControl, decideControl, nextControl, refuseForAnother } from './control.ts';
import { delayName, dueTimer, nextTimer } from './deadlines.ts';
import { announceProgress, commit, type Driver, overtaken, takeWheel } from './driver.ts';
import { askGuard } from './guard.ts';
import type { Ending, Host } from './host.ts';
import { unchanged } from './next-record.ts';
import { stateBeforeParking } from './read-log.ts';
import type { ControlEntry, Effect, RunRecord, Timer } from './record.ts';
import { type Outcome, settle } from './settle.ts';
import { wakeUp } from './sleep.ts';
import { beatingTime, SLICE, slice } from './slice.ts';
import { endingOf, gateOf, isParked } from './state-of.ts';
import { untilPeople } from './until-people.ts';

/** How long the guarding checks are left alone when they could not be made, ms. */
const GUARD_PACE = 5_000;

/** Drives a run from its last record, which has to be ours, until it ends or needs people. */
export async function drive(host: Host, head: RunRecord): Promise<Ending> {
  const driver = await takeWheel(host, head);
  await announceStart(driver);
  driver.heartbeat.beat(head, null);
  try {
    for (;;) {
      const ending = await turn(driver);
      if (ending !== null) return ending;
    }
  } finally {
    await driver.heartbeat.settled();
  }
}

/** People first, then time, then one slice of work; null: go on. */
async function turn(driver: Driver): Promise<Ending | null> {
  const { host, stored, snapshot } = driver;
  const { record } = stored;
  if (snapshot.status === 'done') return final(driver);
  if (driver.slept !== 0) return wakeUp(driver);
  const asked = await nextControl(host.log, record);
  if (asked !== null) return consume(driver, asked);
  const timer = dueTimer(record.timers, host.time.now());
  if (timer !== null) return fire(driver, timer);
  if (record.effect !== null) return work(driver, record.effect);
  if (record.timers.length > 0) return rest(driver);
  return waitForPeople(driver);
}

async function consume(driver: Driver, entry: ControlEntry): Promise<Ending | null> {
  const { host, stored, snapshot, resumed } = driver;
  const decision =
    refuseForAnother(entry, host.runner.owner) ?? decideControl(host.procedure.machine, snapshot, entry, resumed);
  const controls = entry.seq + 1;
  if (decision.kind === 'event') return take(driver, 'control', decision.event, { controls });
  const refused = decision.kind === 'refused' ? { refused: decision.why } : {};
  const lost = await commit(driver, {
    kind: 'control',
    event: null,
    body: unchanged(stored.record),
    controls,
    ...refused,
  });
  if (lost !== null) return lost;
  if (decision.kind === 'pause') return paused(driver, entry);
  host.notify({ code: 'control-refused', data: { verb: entry.verb, why: decision.why } });
  return null;
}

async function fire(driver: Driver, timer: Timer): Promise<Ending | null> {
  const { host, stored } = driver;
  // A guard may refuse the event; the timer is gone all the same, or it would be due for ever.
  const before = { ...stored.record, timers: stored.record.timers.filter(({ id }) => id !== timer.id) };
  const event = timer.deadline
    ? { ...timer.event, waitingFor: driver.heartbeat.waitingFor(stored.record) }
    : timer.event;
  const body = advance(host.procedure.machine, before, event, host.time.now());
  if (timer.deadline)
    host.notify({ code: 'timer-fired', data: { timer: delayName(timer.id), at: stored.record.state } });
  return commit(driver, { kind: 'timer', event, body });
}

async function work(driver: Driver, effect: Effect): Promise<Ending | null> {
  const guarded = await askGuard(driver);
  if (guarded.kind === 'blocked') return take(driver, 'guard', guarded.event);
  if (guarded.kind === 'pause') return askForPause(driver, guarded.why);
  if (guarded.kind === 'wait') return waitForGuard(driver, effect, guarded.waitingFor);
  const end = await slice(driver, effect);
  if (end.kind === 'again') return null;
  if (end.kind === 'superseded') return overtaken(driver);
  if (end.kind === 'pause') return askForPause(driver, end.why);
  // Before the result is taken: what it arms begins now, and must not move with what was armed before.
  return (await wakeUp(driver)) ?? takeResult(driver, effect.token, end);
}

async function takeResult(driver: Driver, token: string, outcome: Outcome): Promise<Ending | null> {
  const event = settle(driver.stored.record, token, outcome);
  try {
    return event === null ? null : await take(driver, 'step', event);
  } catch (thrown) {
    const tooLarge = outcome.kind === 'done' && thrown instanceof UpgradeError && thrown.code === 'RecordTooLarge';
    if (!tooLarge) throw thrown;
    // Not written, so the step has not ended yet: it ends with a failure, on which people can act.
    return takeResult(driver, token, { kind: 'failed', failure: toFailure(thrown) });
  }
}

function waitForGuard(driver: Driver, effect: Effect, waitingFor: Waiting): Promise<Ending | null> {
  driver.waiting.tell(effect, waitingFor);
  driver.heartbeat.beat(driver.stored.record, waitingFor.what);
  return restUntil(driver, driver.host.time.now() + GUARD_PACE);
}

/** Nothing to do before the next timer; woken by people. */
async function rest(driver: Driver): Promise<Ending | null> {
  const { host, stored } = driver;
  const timer = nextTimer(stored.record.timers);
  if (timer !== null) driver.waiting.tellTimer(timer, stored.record.at);
  return restUntil(driver, Math.min(timer?.due ?? 0, host.time.now() + SLICE));
}

async function restUntil(driver: Driver, instant: number): Promise<Ending | null> {
  const { host, stored } = driver;
  const reason = await untilPeople(host.log, stored.record.controls, async (interrupt) => {
    await beatingTime(driver, interrupt).until(instant);
    return interrupt.signal.reason as unknown;
  });
  return reason === 'superseded' ? overtaken(driver) : null;
}

async function waitForPeople({ host, stored, snapshot }: Driver): Promise<Ending> {
  const { record } = stored;
  const gate = gateOf(snapshot);
  if (gate !== null) {
    host.notify({ code: 'run-waits-at-gate', data: { run: record.run, gate } });
    return { kind: 'gate', record, gate };
  }
  if (!isParked(record.state)) throw stuck(record);
  const failure = failureOf(snapshot.context);
  const at = await stateBeforeParking(host.log, record);
  host.notify({ code: 'run-parked', data: { run: record.run, at, failure } });
  return { kind: 'parked', record, failure };
}

function final({ stored, snapshot }: Driver): Ending {
  const kind = endingOf(snapshot);
  if (kind === null) throw stuck(stored.record);
  return { kind, record: stored.record };
}

function paused({ host, stored }: Driver, { by, why = '' }: ControlEntry): Ending {
  const { record } = stored;
  host.notify({ code: 'run-paused', data: { run: record.run, at: record.state, by } });
  return { kind: 'paused', record, by, why };
}

/** The runner asks for the pause as a person would, so that the log says why and anybody may resume. */
async function askForPause({ host, stored }: Driver, why: string): Promise<null> {
  await appendControl(host.log, { at: host.time.now(), verb: 'pause', by: 'upgrade', why, saw: stored.record.seq });
  return null;
}

function take(
  driver: Driver,
  kind: RunRecord['kind'],
  event: EventObject,
  more: { controls?: number } = {},
): Promise<Ending | null> {
  const { host, stored } = driver;
  const body: RecordBody = advance(host.procedure.machine, stored.record, event, host.time.now());
  return commit(driver, { kind, event, body, ...more });
}

async function announceStart({ host, stored, claim }: Driver): Promise<void> {
  const { record } = stored;
  if (claim !== null) {
    const at = await stateBeforeParking(host.log, record);
    host.notify({ code: 'run-resumed', data: { run: record.run, at, stoppedForMs: claim.gap ?? 0 } });
  }
  announceProgress(host, claim === null ? null : { ...record, effect: null }, record);
}

function failureOf(context: unknown): Failure {
  const { failure } = context as { failure?: Failure };
  return failure ?? toFailure('the procedure parked the run and did not say why');
}

function stuck({ run, state }: RunRecord): UpgradeError {
  return new UpgradeError('ProcedureStuck', `run ${run} is at "${state}", where nothing can happen any more`, {
    hint: 'this is a defect of the procedure: give the state a step, a timer, a gate, or an ending',
  });
}
