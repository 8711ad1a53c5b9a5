import { EXIT } from '#errors/exit-codes';
import type { UnderWay } from './drive-to-end.ts';
import { readHead } from './read-run.ts';

/** Ctrl-C once: a clean pause through the control sequence, as by `upgrade pause`. Twice: the process ends at once; the log is safe. */
export function pauseOnInterrupt({ call, log, renderer }: Pick<UnderWay, 'call' | 'log' | 'renderer'>) {
  const { composition, around } = call;
  const abort = new AbortController();
  const stop = around.onInterrupt((signal) => {
    if (abort.signal.aborted) return around.endNow(EXIT.paused);
    abort.abort();
    void pause(signal);
  });
  async function pause(signal: string) {
    await renderer.release();
    around.err(`\n${signal}: pausing at the next safe point; once more ends at once\n`);
    await composition
      .appendControl(log, { verb: 'pause', by: around.user, why: signal, saw: (await readHead(log))?.seq ?? 0 })
      .catch(() => around.endNow(EXIT.paused));
  }
  return { signal: abort.signal, stop };
}
