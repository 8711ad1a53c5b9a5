import type { AnyMachineSnapshot } from 'xstate';
import { UpgradeError } from '#errors/upgrade-error';
import type { RunLog } from '#ports/record-log';
import { appendRecord } from './append.ts';
import { idOf } from './author/procedure.ts';
import { decodeRecord, encodeRecord } from './chain.ts';
import { Heartbeat } from './heartbeat.ts';
import type { Ending, Host } from './host.ts';
import { type Change, nextRecord, type Stored } from './next-record.ts';
import type { RunRecord } from './record.ts';
import { isPause, stateOf } from './state-of.ts';
import { WaitingNotes } from './waiting-notes.ts';

/** Where a run stands while it is driven. Only `commit` moves it. */
export interface Driver {
  readonly host: Host;
  readonly heartbeat: Heartbeat;
  readonly waiting: WaitingNotes;
  /** The record by which this runner took over; null when it started the run itself. */
  readonly claim: RunRecord | null;
  /** The claim that answered the last pause; null when the run was not paused before: its runner was dead, or it is at its start. */
  readonly resumed: RunRecord | null;
  stored: Stored;
  snapshot: AnyMachineSnapshot;
  /** How long this runner itself was stopped since the last record, ms: a closed laptop, SIGSTOP; negative when its clock was set back. */
  slept: number;
  /** Whether the guarding checks have to be repeated before the next slice. */
  guardDue: boolean;
}

/** Takes the wheel of a run whose last record is ours. */
export async function takeWheel(host: Host, head: RunRecord): Promise<Driver> {
  if (head.owner !== host.runner.owner) {
    throw new UpgradeError('RunNotClaimed', `run ${head.run} belongs to runner ${head.owner}`, {
      hint: 'claim the run before driving it',
    });
  }
  const bytes = (await host.log.records.read(head.seq)) ?? encodeRecord(head);
  const claimed = head.kind === 'claim';
  return {
    host,
    heartbeat: new Heartbeat(host),
    waiting: new WaitingNotes(host),
    claim: claimed ? head : null,
    resumed: await answerToPause(host.log, head),
    stored: { record: head, bytes },
    snapshot: stateOf(host.procedure.machine, head),
    slept: 0,
    guardDue: claimed,
  };
}

/** The first of the claims that end with `record` and begin right after a pause. */
async function answerToPause(log: RunLog, record: RunRecord): Promise<RunRecord | null> {
  const bytes = record.kind === 'claim' ? await log.records.read(record.seq - 1) : null;
  if (bytes === null) return null;
  const before = decodeRecord(bytes, record.seq - 1, log.place);
  return isPause(before) ? record : answerToPause(log, before);
}

/** Appends the next record and tells people what is new in it; an ending only when another runner was faster. */
export async function commit(driver: Driver, change: Change): Promise<Ending | null> {
  const { host, stored } = driver;
  const writer = { tool: host.tool, procedure: idOf(host.procedure), owner: host.runner.owner };
  const appended = await appendRecord(host.log, nextRecord(stored, writer, change, host.time.now()));
  if (appended.kind === 'superseded') return superseded(driver, appended.by);
  driver.stored = appended.stored;
  driver.snapshot = stateOf(host.procedure.machine, appended.stored.record);
  announceProgress(host, stored.record, appended.stored.record);
  return null;
}

/** The ending when another runner has written the record after ours; null when nobody has. */
export async function overtaken(driver: Driver): Promise<Ending | null> {
  const { log } = driver.host;
  const seq = driver.stored.record.seq + 1;
  const bytes = await log.records.read(seq);
  return bytes === null ? null : superseded(driver, decodeRecord(bytes, seq, log.place).owner);
}

/** Says that the run is in a new state, and that a new step has begun. */
export function announceProgress(host: Host, before: RunRecord | null, now: RunRecord): void {
  if (before?.state !== now.state) host.notify({ code: 'state-entered', data: { state: now.state } });
  if (now.effect !== null && before?.effect?.token !== now.effect.token) {
    host.notify({ code: 'step-started', data: { step: now.effect.src, what: host.describe(now.effect) } });
  }
}

function superseded({ host, stored }: Driver, by: string): Ending {
  host.notify({ code: 'run-superseded', data: { run: stored.record.run, by } });
  return { kind: 'superseded', by };
}
