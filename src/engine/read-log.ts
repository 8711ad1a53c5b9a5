import { UpgradeError } from '#errors/upgrade-error';
import type { RunLog } from '#ports/record-log';
import { decodeRecord } from './chain.ts';
import type { Stored } from './next-record.ts';
import type { RunHeader, RunRecord } from './record.ts';
import { isParked } from './state-of.ts';

/** The last record; null while the log is empty. One read. */
export async function readHead(log: RunLog): Promise<Stored | null> {
  const head = await log.records.head();
  return head === null ? null : { record: decodeRecord(head.bytes, head.seq, log.place), bytes: head.bytes };
}

/** What the run is about: the header of its first record. */
export async function readHeader(log: RunLog): Promise<RunHeader> {
  const bytes = await log.records.read(0);
  const header = bytes === null ? undefined : decodeRecord(bytes, 0, log.place).header;
  if (header !== undefined) return header;
  throw new UpgradeError('RecordMissing', `the first record of the run in ${log.place} is missing`, {
    hint: 'restore records/00000000.json: it says which cluster the run is about',
  });
}

/** The state in which the run worked before it was parked; that of the record where it is not parked. */
export async function stateBeforeParking(log: RunLog, { seq, state }: RunRecord): Promise<string> {
  if (!isParked(state) || seq === 0) return state;
  const bytes = await log.records.read(seq - 1);
  return bytes === null ? state : stateBeforeParking(log, decodeRecord(bytes, seq - 1, log.place));
}

/** Who wrote a record; null when there is none with this number. */
export async function readOwner(log: RunLog, seq: number): Promise<string | null> {
  const bytes = await log.records.read(seq);
  return bytes === null ? null : decodeRecord(bytes, seq, log.place).owner;
}
