import { once, setMaxListeners } from 'node:events';
import { hostname, userInfo } from 'node:os';
import process from 'node:process';
import { lostOutput, outliveReaders } from './lost-output.ts';
import type { Surroundings } from './surroundings.ts';

const LISTENERS = 1_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The real process. */
export function processSurroundings(): Surroundings {
  outliveReaders();
  // Many calls of one check listen to the same signal; node's warning about it is nothing for an operator.
  setMaxListeners(LISTENERS);
  const terminal = process.stdin.isTTY === true && process.stderr.isTTY === true;
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    lostOutput,
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
  // Input that ends (Ctrl-D) is no answer; not every Node says so to whoever asked.
  const closed = once(reader, 'close').then(() => '');
  try {
    return (await Promise.race([reader.question(question, { signal }), closed])).trim();
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
