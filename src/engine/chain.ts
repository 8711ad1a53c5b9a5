import { createHash } from 'node:crypto';
import { UpgradeError } from '#errors/upgrade-error';
import type { EntrySequence } from '#ports/record-log';
import type { ControlEntry, RunRecord } from './record.ts';
import { seal, unseal } from './seal.ts';

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
      hint: `what was found at "${record.state}" is more than a record may hold; it was not recorded`,
    },
  );
}

/** The bytes of a control entry. */
export const encodeControl = (entry: ControlEntry): string => encode(entry);

/** A record from its bytes; torn, foreign and newer ones are refused by name. `place` is for people. */
export function decodeRecord(bytes: string, seq: number, place: string): RunRecord {
  const what = entryName('record', seq, `${place}/`);
  const record = decode(bytes, seq, what);
  const lacks = missingIn(record);
  if (lacks === null) return record as unknown as RunRecord;
  throw foreign(what, `it has no ${lacks}`);
}

/** A control entry from its bytes. */
export function decodeControl(bytes: string, seq: number, place: string): ControlEntry {
  return decode(bytes, seq, entryName('control entry', seq, `${place}/`)) as unknown as ControlEntry;
}

/** An entry for people, with its file: `record 7 (records/00000007.json)`. `before`: what leads to the folder of the run. */
export const entryName = (kind: 'record' | 'control entry', seq: number, before = ''): string =>
  `${kind} ${seq} (${before}${kind === 'record' ? 'records' : 'control'}/${String(seq).padStart(8, '0')}.json)`;

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
  const sealed = unseal(bytes);
  const entry = parse(sealed.entry);
  if (entry === null) return bytes.length === 0 ? 'the entry is empty' : 'the entry is cut off or not JSON';
  if (entry.seq !== seq) return `the entry says it is number ${entry.seq}`;
  if (!sealed.intact) return 'its content is not what was written: the entry was changed';
  return entry.prev === prev ? null : 'the entry does not hold the hash of the one before: one of the two was changed';
}

interface Linked {
  readonly [field: string]: unknown;
  readonly format?: unknown;
  readonly seq?: unknown;
  readonly prev?: unknown;
  readonly tool?: unknown;
}

const encode = (entry: object): string => seal(JSON.stringify(entry));

function decode(bytes: string, seq: number, what: string): Linked {
  const sealed = unseal(bytes);
  const entry = parse(sealed.entry);
  if (entry === null) throw torn(what, bytes);
  // Before anything that it says is believed: a changed number of the format is no newer format.
  if (sealed.sealed && !sealed.intact) throw changed(what);
  if (typeof entry.format === 'number' && entry.format > FORMAT) throw newer(what, entry);
  if (entry.format !== FORMAT || entry.seq !== seq) throw foreign(what);
  if (!sealed.intact) throw changed(what);
  return entry;
}

function parse(bytes: string): Linked | null {
  try {
    const entry: unknown = JSON.parse(bytes);
    return typeof entry === 'object' && entry !== null ? (entry as Linked) : null;
  } catch {
    return null;
  }
}

/** What every reader of a record relies on. */
const IS_THERE: Readonly<Record<string, (it: unknown) => boolean>> = {
  run: (it) => typeof it === 'string',
  owner: (it) => typeof it === 'string',
  at: (it) => typeof it === 'number',
  state: (it) => typeof it === 'string',
  snapshot: (it) => typeof it === 'object' && it !== null,
  timers: Array.isArray,
  controls: (it) => typeof it === 'number',
};

const missingIn = (record: Linked): string | null =>
  Object.keys(IS_THERE).find((field) => !IS_THERE[field]?.(record[field])) ?? null;

function foreign(what: string, because = ''): UpgradeError {
  const text = `${what} is not an entry of this run's log${because && `: ${because}`}`;
  return new UpgradeError('RecordForeign', text, {
    hint: 'put the original file back',
  });
}

function changed(what: string): UpgradeError {
  return new UpgradeError('RecordChanged', `${what} is not as it was written: it does not fit its own "sha256"`, {
    hint: 'restore the file from a copy, or move it away if it is the last one, to go on from the entry before',
  });
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
