import { randomUUID } from 'node:crypto';
import { access, rename, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UpgradeError } from '#errors/upgrade-error';
import type { RunLog, RunnerNote } from '#ports/record-log';
import { unwritable } from './disk-failure.ts';
import { DiskSequence, makeFolder, readIfThere } from './disk-sequence.ts';

/** The log in a folder: `records/`, `control/` and `runner.json`. Reading changes nothing; a missing folder is an empty log. */
export function openRunFolder(folder: string): RunLog {
  const control = new DiskSequence(join(folder, 'control'));
  const note = join(folder, 'runner.json');
  return {
    place: folder,
    records: new DiskSequence(join(folder, 'records')),
    control,
    writeRunner: (it) => replaceFile(note, it),
    readRunner: async () => parseNote(note, await readIfThere(note)),
    controlBeyond: (seq, signal) => appears(control.pathOf(seq + 1), signal),
  };
}

/** The same for a run that is about to begin: makes the folder and proves that it can be written. */
export async function makeRunFolder(folder: string): Promise<RunLog> {
  for (const name of ['records', 'control']) await makeFolder(join(folder, name));
  const probe = join(folder, `.${randomUUID()}.tmp`);
  try {
    await writeFile(probe, '', { mode: 0o600 });
    await unlink(probe);
  } catch (error) {
    throw unwritable(folder, error);
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
