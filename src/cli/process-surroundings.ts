import { hostname, userInfo } from 'node:os';
import process from 'node:process';
import type { Surroundings } from './surroundings.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The real process. */
export function processSurroundings(): Surroundings {
  const terminal = process.stdin.isTTY === true && process.stderr.isTTY === true;
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    terminal,
    colour: terminal && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
    env: process.env,
    user: `${userName()}@${hostname()}`,
    folder: process.cwd(),
    ...(terminal ? { screen: process.stderr } : {}),
    ask,
    onInterrupt,
    endNow: (code) => process.exit(code),
  };
}

/** A reader that left (`upgrade status | head -1`) is no failure of ours. */
export function forgiveClosedPipe(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
}

// A container may run under a user id without a name.
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
}

async function ask(question: string, signal: AbortSignal): Promise<string> {
  const { createInterface } = await import('node:readline/promises');
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  // readline takes Ctrl-C for itself; the run has to see it.
  reader.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    return (await reader.question(question, { signal })).trim();
  } finally {
    reader.close();
  }
}

function onInterrupt(listener: (signal: string) => void): () => void {
  for (const signal of SIGNALS) process.on(signal, listener);
  return () => {
    for (const signal of SIGNALS) process.off(signal, listener);
  };
}
