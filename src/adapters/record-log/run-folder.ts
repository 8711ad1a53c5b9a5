import { randomUUID } from 'node:crypto';
import { access, rename, rmdir, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UpgradeError } from '#errors/upgrade-error';
import type { RunLog, RunnerNote } from '#ports/record-log';
import { unwritable } from './disk-failure.ts';
import { DiskSequence, makeFolder, readIfThere, writeDurably } from './disk-sequence.ts';

/** The log in a folder: `records/`, `control/` and `runner.json`. Reading changes nothing; a missing folder is an empty log. */
export function openRunFolder(folder: string): RunLog {
  const records = join(folder, 'records');
  const control = new DiskSequence(join(folder, 'control'), records);
  const note = join(folder, 'runner.json');
  return {
    place: folder,
    records: new DiskSequence(records),
    control,
    writeRunner: (it) => replaceFile(note, it),
    readRunner: async () => parseNote(note, await readIfThere(note)),
    controlBeyond: (seq, signal) => appears(control.pathOf(seq + 1), signal),
  };
}

// As much as the largest record: a disk that has no room for it would stop the run at once.
const PROBE = ' '.repeat(64 * 1024);
const PARTS = ['records', 'control'];

/** The same for a run that is about to begin: makes the folder and proves that it can be written, or leaves no trace of the run. */
export async function makeRunFolder(folder: string): Promise<RunLog> {
  const probe = join(folder, `.${randomUUID()}.tmp`);
  try {
    for (const name of PARTS) await makeFolder(join(folder, name));
    await writeDurably(probe, PROBE);
    await unlink(probe);
  } catch (error) {
    for (const made of [...PARTS.map((name) => join(folder, name)), folder]) await rmdir(made).catch(() => undefined);
    throw error instanceof UpgradeError ? error : unwritable(folder, error);
  }
  return openRunFolder(folder);
}

/** Overwrites whole; not made durable, for a lost heartbeat costs nothing. */
async function replaceFile(path: string, note: RunnerNote): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await writeFile(temporary, `${JSON.stringify(note)}\n`, { mode: 0o600 });
    await rename(temporary, path);
  } catch (error) {
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
}

function parseNote(path: string, text: string | undefined): RunnerNote | null {
  if (text === undefined) return null;
  try {
    return JSON.parse(text) as RunnerNote;
  } catch (cause) {
    throw new UpgradeError('RunnerNoteUnreadable', `${path} is not JSON`, {
      hint: 'delete it: it holds only the last sign of life',
      cause,
    });
  }
}

const LOOK_EVERY = 250;

/** Looks every 250 ms: file notifications do not reach network file systems. */
function appears(path: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const look = () =>
      access(path).then(end, () => (timer = signal.aborted ? undefined : setTimeout(look, LOOK_EVERY)));
    if (signal.aborted) return resolve();
    signal.addEventListener('abort', end);
    look();
  });
}
