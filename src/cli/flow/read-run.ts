import { decodeControl, decodeRecord } from '#engine/chain';
import { readHead as readStored } from '#engine/read-log';
import type { ControlEntry, RunRecord } from '#engine/record';
import type { RunLog } from '#ports/record-log';

/** The last record of a run; null before the first. */
export const readHead = async (log: RunLog): Promise<RunRecord | null> => (await readStored(log))?.record ?? null;

/** A record by its number; null when there is none. */
export async function readRecord(log: RunLog, seq: number): Promise<RunRecord | null> {
  const bytes = await log.records.read(seq);
  return bytes === null ? null : decodeRecord(bytes, seq, log.place);
}

/** Control entries that no runner has taken yet, oldest first. */
export async function readPending(log: RunLog, head: RunRecord): Promise<readonly ControlEntry[]> {
  const last = (await log.control.head())?.seq ?? -1;
  const entries: ControlEntry[] = [];
  for (let seq = head.controls; seq <= last; seq += 1) {
    const bytes = await log.control.read(seq);
    if (bytes !== null) entries.push(decodeControl(bytes, seq, log.place));
  }
  return entries;
}

/** The state in which the run worked last, giving up included: `parked` says where it stands, not what it had done. */
export async function lastWork(log: RunLog): Promise<string> {
  const head = await readHead(log);
  for (let seq = head?.seq ?? -1; seq >= 0; seq -= 1) {
    const state = (await readRecord(log, seq))?.state ?? '';
    if (isWork(state)) return state;
  }
  return head?.state ?? '';
}

const isWork = (state: string): boolean =>
  state.startsWith('work.') || (state.startsWith('aborting.') && !state.endsWith('.parked'));

/** Since when the run is in the state of this record: instant, ms, UTC. Claims, pauses and refusals do not count as entering it. */
export async function enteredAt(log: RunLog, record: RunRecord): Promise<number> {
  const before = record.seq === 0 ? null : await readRecord(log, record.seq - 1);
  return before?.state === record.state ? enteredAt(log, before) : record.at;
}

/** The run has not ended. */
export const isOpen = ({ snapshot }: RunRecord): boolean => (snapshot as { status?: string }).status === 'active';
