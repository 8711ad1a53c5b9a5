import { EXIT } from '#errors/exit-codes';
import { asUpgradeError } from '#errors/upgrade-error';
import { errorText } from '../render/error-text.ts';
import type { UnderWay } from './drive-to-end.ts';
import { commandFor } from './next-command.ts';
import { readHead } from './read-run.ts';

/** What Ctrl-C, SIGTERM and a closed terminal do to a run under way. */
export interface Interrupt {
  /** Aborted by the first of them. */
  readonly signal: AbortSignal;
  /** Whether a pause was asked for that the runner has yet to take; when it is in the log. */
  readonly asked: () => Promise<boolean>;
  /** Nobody works meanwhile: an interrupt then asks for no pause. */
  readonly atRest: <T>(wait: () => Promise<T>) => Promise<T>;
  readonly stop: () => void;
}

type Run = Pick<UnderWay, 'call' | 'log' | 'renderer' | 'run'>;

/** Once: a clean pause through the control sequence, as by `upgrade pause`. Twice: the process ends at once; the log is safe. */
export function pauseOnInterrupt(it: Run): Interrupt {
  const { around } = it.call;
  const abort = new AbortController();
  let resting = false;
  let pausing: Promise<void> | null = null;
  const stop = around.onInterrupt((signal) => {
    if (abort.signal.aborted) return endAtOnce(it, `${signal}: ended at once; nothing is lost`);
    abort.abort();
    if (!resting) pausing = askForPause(it, signal);
  });
  const asked = async () => {
    await pausing;
    return pausing !== null;
  };
  const atRest = async <T>(wait: () => Promise<T>): Promise<T> => {
    resting = true;
    return wait().finally(() => {
      resting = false;
    });
  };
  return { signal: abort.signal, asked, atRest, stop };
}

async function askForPause(it: Run, signal: string): Promise<void> {
  const { call, log, renderer } = it;
  const { composition, around } = call;
  await renderer.release();
  around.err(`\n${signal}: pausing at the next safe point; once more ends at once\n`);
  try {
    const head = await readHead(log);
    const to = head === null ? {} : { to: head.owner };
    await composition.appendControl(log, { verb: 'pause', by: around.user, why: signal, saw: head?.seq ?? 0, ...to });
  } catch (error) {
    around.err(errorText(asUpgradeError(error)));
    endAtOnce(it, 'the pause cannot be recorded: ended at once; nothing is lost');
  }
}

function endAtOnce({ call, run }: Run, why: string): void {
  const { around, options } = call;
  around.err(`\n${why}\ngo on with: ${commandFor(`resume ${run}`, options)}\n`);
  around.endNow(EXIT.paused);
}
