import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Keeper } from './keeper.ts';
import { MARK } from './mark.ts';
import type { Program } from './program.ts';

/** An API server with open watches waits for them at the first SIGTERM and ends at the second. */
const ENDINGS = [
  { signal: 'SIGTERM', graceMs: 1500 },
  { signal: 'SIGTERM', graceMs: 3000 },
  { signal: 'SIGKILL', graceMs: 10_000 },
] as const;
const LINES_SHOWN = 20;

/** A part of the control plane that was started. */
export interface Started {
  readonly name: string;
  readonly pid: number;
  /** Resolves with what happened when it has ended. */
  readonly ended: Promise<string>;
  readonly hasEnded: () => boolean;
  /** The last lines that it logged. */
  readonly lastLines: () => Promise<string>;
  readonly stop: () => Promise<void>;
}

/** Starts a program of the cluster in `folder`, which logs to `<name>.log` there. */
export function startProgram({ name, path, words }: Program, folder: string, keeper: Keeper): Started {
  const log = join(folder, `${name}.log`);
  const output = openSync(log, 'a');
  const child = spawn(path, words, {
    argv0: name,
    cwd: folder,
    env: { HOME: folder, TMPDIR: folder, [MARK]: folder },
    // In a session of its own: an interrupt typed at the terminal does not reach it, the keeper ends it in order.
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  child.unref();
  const pid = child.pid ?? 0;
  if (pid > 0) keeper.started(pid);
  let how: string | null = null;
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (code, signal) => resolve(`${name} ended by ${signal ?? `itself with ${code}`}`));
  }).then((it) => {
    if (pid > 0) keeper.ended(pid);
    how = it;
    return it;
  });
  return {
    name,
    pid,
    ended,
    hasEnded: () => how !== null,
    lastLines: async () => (await readFile(log, 'utf8')).trimEnd().split('\n').slice(-LINES_SHOWN).join('\n'),
    stop: async () => {
      child.ref();
      for (const { signal, graceMs } of ENDINGS) {
        if (how === null && child.kill(signal)) await Promise.race([ended, sleep(graceMs, undefined, { ref: false })]);
      }
    },
  };
}
