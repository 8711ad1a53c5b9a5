import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { seal, unseal } from '#engine/seal';
import type { Done } from '../failures/failure-case.ts';
import { RUN } from '../kill/killed.ts';
import type { Stage } from '../kill/stage.ts';
import { theRun } from './as-undisturbed.ts';

const preload = (file: string): string => `--import ${new URL(file, import.meta.url).href}`;

/** The environment in which writes to paths that fit fail as on a full disk. */
export const diskFullAt = (path: string) => ({ NODE_OPTIONS: preload('disk-full-at.js'), DISK_FULL_AT: path });

/** The environment in which the command gets signals right after an entry of its log, `records/00000018.json`, is written. */
export const signalledAt = (entry: string, ...signals: readonly string[]) => ({
  NODE_OPTIONS: preload('signals-at.js'),
  SIGNALS_AT: entry,
  SIGNALS: signals.join(' '),
});

/** The record with which the first node begins to be drained. */
export const IN_THE_DRAIN = 'records/00000018.json';

export const pausedInTheDrain: Done = {
  told: 'a run is paused in the drain',
  does: async (stage) => {
    const { exitCode, stdout } = await stage.types(RUN, { env: signalledAt(IN_THE_DRAIN, 'SIGTERM') }).outcome;
    if (exitCode !== 4) throw new TypeError(`exit ${exitCode}: ${stdout}`);
    cpSync(stage.state, keptOf(stage), { recursive: true });
  },
};

export const putBack: Done = {
  told: 'the log is put back as it was',
  does: async (stage) => {
    rmSync(stage.state, { recursive: true });
    cpSync(keptOf(stage), stage.state, { recursive: true });
  },
};

const keptOf = ({ folder }: Stage): string => join(folder, 'kept');

/** Waits until the runner that began the run is no more. */
export async function hasEnded(stage: Stage): Promise<void> {
  const first = readFileSync(join(theRun(stage.state), 'records/00000000.json'), 'utf8');
  const { pid } = (JSON.parse(first) as { runner: { pid: number } }).runner;
  while (lives(pid)) await new Promise((resolve) => setTimeout(resolve, 50));
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Something happens to a file of the run: the last one of a sequence, or the one of this name. */
export const damaged = (
  told: string,
  of: 'records' | 'control' | `records/${string}`,
  change: (file: string) => void,
): Done => ({
  told,
  does: async (stage) => {
    const path = join(theRun(stage.state), of);
    const last = of.endsWith('.json') ? '' : (readdirSync(path).sort().at(-1) ?? '');
    change(join(path, last));
  },
});

/** The file with its bytes changed. */
export const bytes =
  (change: (whole: Buffer) => Buffer) =>
  (file: string): void =>
    writeFileSync(file, change(readFileSync(file)));

/** A whole record that says something else in these fields, as another program could have written it. */
export const sealedAnew =
  (fields: object) =>
  (file: string): void => {
    const entry = JSON.parse(unseal(readFileSync(file, 'utf8')).entry) as object;
    writeFileSync(file, seal(JSON.stringify({ ...entry, ...fields })));
  };
