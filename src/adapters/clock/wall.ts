import { setMaxListeners } from 'node:events';
import type { Time } from '#ports/time';
import { type Changes, createChanges } from './changes.ts';

/** How long somebody who waits for the first time may be kept from changes that came before, ms. */
const GATHER = 100;
// setTimeout fires at once when asked for more than 2^31 - 1 ms.
const LONGEST_TIMER = 2_147_483_647;

/** `Time` on the clock of the machine; `changes` wakes whoever waits. */
export function createWallTime(changes: Changes = createChanges()): Time {
  const returned = new WeakMap<AbortSignal, number>();
  return {
    now: () => Date.now(),
    async until(instant, signal) {
      if (signal?.aborted) return 'interrupted';
      // Many wait for the end of one slice; Node would warn of a leak from the eleventh on.
      if (signal) setMaxListeners(0, signal);
      const known = signal && returned.get(signal);
      const { all, looked } = changes.counts();
      // A change between the caller's look and this call must wake it too. For a caller we know, that is one after its
      // last wait; for a new one, one after the last look, delayed so that a loop that never looks does not spin.
      const end = known === undefined ? (all > looked ? Date.now() + GATHER : null) : all > known ? Date.now() : null;
      const why = await race(end === null ? instant : Math.min(instant, end), changes, signal);
      if (signal) returned.set(signal, changes.counts().all);
      return why === 'due' && end !== null && end < instant ? 'changed' : why;
    },
  };
}

type Why = 'due' | 'changed' | 'interrupted';

function race(instant: number, changes: Changes, signal: AbortSignal | undefined): Promise<Why> {
  const before = changes.counts().all;
  return new Promise((resolve) => {
    // Timers may fire a fraction of a millisecond early; whoever is told `due` has to find the instant past.
    const timer = setTimeout(() => end('due'), Math.max(0, Math.min(instant - Date.now() + 1, LONGEST_TIMER)));
    const stop = changes.listen(() => changes.counts().all > before && end('changed'));
    const interrupt = () => end('interrupted');
    signal?.addEventListener('abort', interrupt, { once: true });
    const end = (why: Why) => {
      clearTimeout(timer);
      stop();
      signal?.removeEventListener('abort', interrupt);
      resolve(why);
    };
  });
}
