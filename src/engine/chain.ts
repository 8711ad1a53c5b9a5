import { createHash } from 'node:crypto';
import { UpgradeError } from '#errors/upgrade-error';
import type { EntrySequence } from '#ports/record-log';
import type { ControlEntry, RunRecord } from './record.ts';

const FORMAT = 1;
const RECORD_LIMIT = 64 * 1024;

/** SHA-256 (hex) of an entry's bytes: what the next entry holds as `prev`. */
export function hashOf(bytes: string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The bytes of a record: one line of JSON. Over 64 KiB it is refused: lists that grow do not belong in a record. */
export function encodeRecord(record: RunRecord): string {
  const bytes = encode(record);
  const size = Buffer.byteLength(bytes);
  if (size <= RECORD_LIMIT) return bytes;
  throw new UpgradeError(
    'RecordTooLarge',
    `record ${record.seq} of run ${record.run} has ${size} bytes, more than ${RECORD_LIMIT}`,
    {
      hint: `the procedure keeps too much in its context at "${record.state}"; nothing was recorded`,
    },
  );
}

/** The bytes of a control entry. */
export const encodeControl = (entry: ControlEntry): string => encode(entry);

/** A record from its bytes; torn, foreign and newer ones are refused by name. `place` is for people. */
export function decodeRecord(bytes: string, seq: number, place: string): RunRecord {
  return decode(bytes, seq, `record ${seq} in ${place}`) as RunRecord;
}

/** A control entry from its bytes. */
export function decodeControl(bytes: string, seq: number, place: string): ControlEntry {
  return decode(bytes, seq, `control entry ${seq} in ${place}`) as ControlEntry;
}

/** Whether each entry from 0 to `head` is there, has its number and holds the hash of the one before. */
export type ChainVerdict =
  | { readonly kind: 'intact'; readonly entries: number }
  | { readonly kind: 'broken'; readonly seq: number; readonly why: string };

/** Walks a sequence from its first entry to its last. */
export async function verifyChain(sequence: EntrySequence): Promise<ChainVerdict> {
  const head = await sequence.head();
  let prev: string | null = null;
  for (let seq = 0; seq <= (head?.seq ?? -1); seq++) {
    const bytes = await sequence.read(seq);
    const why = bytes === null ? 'the entry is missing' : linkProblem(bytes, seq, prev);
    if (why !== null) return { kind: 'broken', seq, why };
    prev = hashOf(bytes as string);
  }
  return { kind: 'intact', entries: (head?.seq ?? -1) + 1 };
}

function linkProblem(bytes: string, seq: number, prev: string | null): string | null {
  const entry = parse(bytes);
  if (entry === null) return bytes.length === 0 ? 'the entry is empty' : 'the entry is cut off or not JSON';
  if (entry.seq !== seq) return `the entry says it is number ${entry.seq}`;
  return entry.prev === prev ? null : 'the entry does not hold the hash of the one before: one of the two was changed';
}

interface Linked {
  readonly format?: unknown;
  readonly seq?: unknown;
  readonly prev?: unknown;
  readonly tool?: unknown;
}

const encode = (entry: object): string => `${JSON.stringify(entry)}\n`;

function decode(bytes: string, seq: number, what: string): Linked {
  const entry = parse(bytes);
  if (entry === null) throw torn(what, bytes);
  if (typeof entry.format === 'number' && entry.format > FORMAT) throw newer(what, entry);
  if (entry.format !== FORMAT || entry.seq !== seq) {
    throw new UpgradeError('RecordForeign', `${what} is not an entry of this run's log`, {
      hint: 'put the original file back',
    });
  }
  return entry;
}

function parse(bytes: string): Linked | null {
  try {
    const entry: unknown = JSON.parse(bytes);
    return typeof entry === 'object' && entry !== null ? entry : null;
  } catch {
    return null;
  }
}

function torn(what: string, bytes: string): UpgradeError {
  return new UpgradeError('RecordTorn', `${what} is ${bytes.length === 0 ? 'empty' : 'cut off or not JSON'}`, {
    hint: 'it was not written by this tool, which writes whole files only; restore it, or move it away to go on from the entry before',
  });
}

function newer(what: string, entry: Linked): UpgradeError {
  return new UpgradeError(
    'RecordFormatNewer',
    `${what} has format ${entry.format}; this version reads format ${FORMAT}`,
    {
      hint: `go on with version ${entry.tool ?? 'that wrote it'}; the log is left untouched`,
    },
  );
}
