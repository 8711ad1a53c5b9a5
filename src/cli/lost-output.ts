import { closeSync, openSync } from 'node:fs';
import process from 'node:process';

/** What the system said when output could not be written although somebody wanted it; null when all arrived. */
let lost: string | null = null;
let prepared = false;

/**
 * A reader that left (`upgrade run … | head -1`) or a terminal that was closed is no failure of ours: the work goes on, and
 * its log tells. Any other failure of standard output, as of a full disk, is told at the end.
 */
export function outliveReaders(): void {
  if (prepared) return;
  prepared = true;
  for (const stream of [process.stdin, process.stdout, process.stderr]) {
    stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (stream === process.stdout && code !== 'EPIPE' && code !== 'EIO') lost ??= message;
    });
  }
  if (process.stdin.isTTY && process.platform !== 'win32') process.on('exit', leaveLostTerminal);
}

/** Why output did not arrive; null when nobody misses any. */
export async function lostOutput(): Promise<string | null> {
  // The error of a write comes with the next turn.
  await new Promise((resolve) => setImmediate(resolve));
  return lost;
}

// At its end Node restores the settings of the terminal, and aborts (SIGABRT, a core file) where the terminal is gone.
function leaveLostTerminal(): void {
  try {
    closeSync(openSync('/dev/tty', 'r'));
  } catch {
    for (const descriptor of [0, 1, 2]) closed(descriptor);
  }
}

function closed(descriptor: number): void {
  try {
    closeSync(descriptor);
  } catch {
    // It was closed when we were started.
  }
}
