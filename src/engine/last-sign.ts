import type { RunLog, RunnerNote } from '#ports/record-log';
import { decodeRecord } from './chain.ts';
import type { RunRecord } from './record.ts';

/**
 * The last sign of life of the runner that wrote `head`: its note, or the record by which it took the run when it had no
 * time to write one; null when neither tells.
 */
export async function lastSign(log: RunLog, head: RunRecord): Promise<RunnerNote | null> {
  const note = await log.readRunner();
  if (note?.owner === head.owner) return note;
  const { runner, owner, at, state } = await takingOf(log, head);
  return runner === undefined ? null : { ...runner, owner, at, state, waitingFor: null };
}

/** The record by which the writer of `record` took the run. */
async function takingOf(log: RunLog, record: RunRecord): Promise<RunRecord> {
  if (record.kind === 'start' || record.kind === 'claim') return record;
  const bytes = await log.records.read(record.seq - 1);
  return bytes === null ? record : takingOf(log, decodeRecord(bytes, record.seq - 1, log.place));
}
