import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';

/** What a command has done. */
export interface Ran {
  /** Null when it had to be ended. */
  readonly exit: number | null;
  readonly out: string;
  readonly err: string;
  readonly seconds: number;
  readonly wasTooSlow: boolean;
}

interface Command {
  readonly run: string;
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  readonly within: number;
  /** The command is ended once its output meets this. */
  readonly until?: RegExp;
  /** Called once it shows something. */
  readonly onFirstOutput?: () => void;
}

/** Runs a line of `sh` in a process group of its own, which is ended by its id when it takes too long or has shown enough. */
export function runCommand({ run, env, folder, within, until, onFirstOutput }: Command): Promise<Ran> {
  const started = performance.now();
  const child = spawn('sh', ['-c', run], { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const seen = { out: '', err: '' };
  let wasTooSlow = false;
  const timer = setTimeout(() => {
    wasTooSlow = true;
    endGroup(child);
  }, within * 1000);
  child.stderr.on('data', (chunk) => {
    seen.err += chunk;
  });
  child.stdout.on('data', (chunk) => {
    if (seen.out === '') onFirstOutput?.();
    seen.out += chunk;
    if (until?.test(seen.out)) endGroup(child);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exit) => {
      clearTimeout(timer);
      resolve({ ...seen, exit, seconds: (performance.now() - started) / 1000, wasTooSlow });
    });
  });
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGTERM');
  } catch {
    // It has ended by itself.
  }
}
