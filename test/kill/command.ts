import { spawn } from 'node:child_process';
import process from 'node:process';

/** How a process ended. */
export interface Outcome {
  /** null: by a signal. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** It was killed because it had not ended in time. */
  readonly hung: boolean;
}

/** A process under way. */
export interface Command {
  readonly outcome: Promise<Outcome>;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Resolves with all that has been printed once this is part of it; rejects when the process ends before. */
  readonly printed: (text: string) => Promise<string>;
}

/** Longer than any command on a twin takes, by far. */
const HANGS_AFTER_MS = 180_000;

/** Starts `node` with these arguments and nothing but this environment; after `hangsAfterMs` (default three minutes) it is killed. */
export function command(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  hangsAfterMs: number = HANGS_AFTER_MS,
): Command {
  const child = spawn(process.execPath, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const text = { stdout: '', stderr: '' };
  const listeners = new Set<() => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8');
    child[name].on('data', (chunk: string) => {
      text[name] += chunk;
      for (const look of [...listeners]) look();
    });
  }
  let hung = false;
  const alarm = setTimeout(() => {
    hung = true;
    child.kill('SIGKILL');
  }, hangsAfterMs);
  const outcome = new Promise<Outcome>((resolve) => {
    child.on('close', (exitCode, signal) => {
      clearTimeout(alarm);
      resolve({ exitCode, signal, ...text, hung });
    });
  });
  const printed = (wanted: string) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const all = `${text.stdout}${text.stderr}`;
        if (!all.includes(wanted)) return;
        listeners.delete(look);
        resolve(all);
      };
      listeners.add(look);
      look();
      void outcome.then((it) => reject(new TypeError(`"${wanted}" was never printed: ${it.stdout}${it.stderr}`)));
    });
  return { outcome, kill: (signal) => void child.kill(signal), printed };
}
