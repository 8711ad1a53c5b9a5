import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { MARK } from './mark.ts';

const SCRIPT = fileURLToPath(new URL('keeper.js', import.meta.url));

/** A process that ends the others should this one be gone without having done so. */
export interface Keeper {
  readonly started: (pid: number) => void;
  readonly ended: (pid: number) => void;
  /** Everything has been ended in order: the keeper ends too and leaves the folder alone. */
  readonly done: () => Promise<void>;
}

/**
 * Starts a keeper for the cluster in `folder`. It holds the other end of a pipe of this process, which the kernel closes
 * however this process ends; then the keeper ends what has been started and removes the folder.
 */
export function startKeeper(folder: string): Keeper {
  // In a session of its own: an interrupt typed at the terminal does not reach it.
  const child = spawn(process.execPath, [SCRIPT, folder], {
    cwd: '/',
    env: { [MARK]: folder },
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const gone = once(child, 'exit');
  child.unref();
  // Should it be killed, there is nobody to tell; the cluster can still be stopped.
  child.stdin.on('error', () => undefined);
  return {
    started: (pid) => void child.stdin.write(`started ${pid}\n`),
    ended: (pid) => void child.stdin.write(`ended ${pid}\n`),
    done: async () => {
      child.ref();
      child.stdin.end('done\n');
      await gone;
    },
  };
}
