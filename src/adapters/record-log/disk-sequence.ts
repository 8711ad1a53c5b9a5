import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { logLost } from '#errors/log-lost';
import type { EntrySequence } from '#ports/record-log';
import { codeOf, unreadable, unwritable, unwritableNow } from './disk-failure.ts';

const DIGITS = 8;
const ENTRY = /^\d{8}\.json$/;

/**
 * Entries as files `00000007.json` of one folder, each written whole or not at all. A folder that is gone is not made anew:
 * a log that goes on without its beginning is none. `beside`: where that folder is there, this one was only lost on the
 * way, as some tools lose what is empty, and the first write makes it.
 */
export class DiskSequence implements EntrySequence {
  readonly #folder: string;
  readonly #beside: string | null;

  constructor(folder: string, beside: string | null = null) {
    this.#folder = folder;
    this.#beside = beside;
  }

  async head(): Promise<{ seq: number; bytes: string } | null> {
    const last = (await namesIn(this.#folder)).reduce((max, name) => (ENTRY.test(name) && name > max ? name : max), '');
    if (last === '') return null;
    const seq = Number.parseInt(last, 10);
    return { seq, bytes: (await this.read(seq)) ?? '' };
  }

  async read(seq: number): Promise<string | null> {
    return (await readIfThere(this.pathOf(seq))) ?? null;
  }

  async create(seq: number, bytes: string): Promise<'created' | 'exists' | 'unknown'> {
    const temporary = join(this.#folder, `.${fileName(seq)}.${randomUUID()}.tmp`);
    await this.#write(temporary, bytes, seq);
    try {
      const answer = await linkOnce(temporary, this.pathOf(seq));
      if (answer !== 'created') return answer;
    } finally {
      await removed(temporary);
    }
    return (await syncFolder(this.#folder)) ? 'created' : 'unknown';
  }

  pathOf(seq: number): string {
    return join(this.#folder, fileName(seq));
  }

  async #write(temporary: string, bytes: string, seq: number): Promise<void> {
    const refused = (error: unknown) => Promise.reject(unwritableNow(this.pathOf(seq), error));
    try {
      await writeDurably(temporary, bytes);
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') return refused(error);
      if (seq > 0 || this.#beside === null || !(await isThere(this.#beside))) throw logLost(this.#folder);
      await makeFolder(this.#folder);
      await writeDurably(temporary, bytes).catch(refused);
    }
  }
}

const isThere = (folder: string): Promise<boolean> =>
  stat(folder).then(
    () => true,
    () => false,
  );

/** Makes a folder that only its owner can look into, with all above it. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await makeWithParents(folder);
  } catch (error) {
    throw unwritable(folder, error);
  }
}

// One by one: with `recursive` Node asks for ever where the system says ENOENT although the parent is there, as in /proc.
async function makeWithParents(folder: string): Promise<void> {
  try {
    await makeOne(folder);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeWithParents(dirname(folder));
    await makeOne(folder);
  }
}

async function makeOne(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error;
  }
}

/** A file's text; undefined when there is no such file. */
export async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw unreadable(path, error);
  }
}

/** The names in a folder; none when there is no such folder. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw unreadable(folder, error);
  }
}

/** Leaves nothing behind when it fails: half a file takes room too, and there may be none. */
export async function writeDurably(path: string, bytes: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file
      .writeFile(bytes)
      .then(() => file.sync())
      .finally(() => file.close());
  } catch (error) {
    await removed(path);
    throw error;
  }
}

/** Left behind at worst: no reader takes it for an entry. */
const removed = (temporary: string): Promise<void> => unlink(temporary).catch(() => undefined);

/** `link` fails when the name exists: of several writers one wins, and nobody sees half an entry. */
async function linkOnce(temporary: string, path: string): Promise<'created' | 'exists' | 'unknown'> {
  try {
    await link(temporary, path);
    return 'created';
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST') return 'exists';
    if (code === 'EIO' || code === 'ETIMEDOUT' || code === 'ESTALE') return 'unknown'; // a network file system lost the answer
    throw unwritableNow(path, error);
  }
}

/** Windows has no fsync of a folder; there a new name is as durable as the system makes it. */
async function syncFolder(folder: string): Promise<boolean> {
  if (process.platform === 'win32') return true;
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
    return true;
  } catch {
    return false;
  }
}

const fileName = (seq: number): string => `${String(seq).padStart(DIGITS, '0')}.json`;
