import { UpgradeError } from '#errors/upgrade-error';
import type { EntrySequence, RunLog } from '#ports/record-log';
import { decodeRecord, encodeRecord } from './chain.ts';
import type { Stored } from './next-record.ts';
import type { RunRecord } from './record.ts';

/** Whether our record is in the log; if not, whose is in its place. */
export type Appended =
  | { readonly kind: 'ours'; readonly stored: Stored }
  | { readonly kind: 'superseded'; readonly by: string };

/** Appends a record, once: two runners never both succeed with the same number. */
export async function appendRecord(log: RunLog, record: RunRecord): Promise<Appended> {
  const bytes = encodeRecord(record);
  const winner = await createOrRead(log.records, record.seq, bytes, log.place);
  if (winner === bytes) return { kind: 'ours', stored: { record: decodeRecord(bytes, record.seq, log.place), bytes } };
  return { kind: 'superseded', by: decodeRecord(winner, record.seq, log.place).owner };
}

const ATTEMPTS = 3;

/** The bytes that are entry `seq` afterwards: these, or those of whoever was first. `place` is for people. */
export async function createOrRead(
  sequence: EntrySequence,
  seq: number,
  bytes: string,
  place: string,
): Promise<string> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if ((await sequence.create(seq, bytes)) === 'created') return bytes;
    // `exists` may be our own write whose answer was lost, so the bytes decide, not the answer.
    const there = await sequence.read(seq);
    if (there !== null) return there;
  }
  throw new UpgradeError(
    'LogUncertain',
    `entry ${seq} in ${place} could not be written: no answer came, and it is not there`,
    {
      hint: 'nothing more was done; resume the run when the log can be reached again',
    },
  );
}
