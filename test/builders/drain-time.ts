import type { Time } from '#ports/time';

/** A clock that moves only while somebody waits, and the things that happen at their instants. */
export interface DrainTime extends Time {
  /** Does `act` at `now + ms`; it counts as a change of the world. */
  after(ms: number, act: () => void): void;
}

/** Begins at 2022-06-01T10:00:00Z. */
export const START = Date.parse('2022-06-01T10:00:00Z');

/** Model time for one waiting step. */
export function drainTime(): DrainTime {
  let now = START;
  const due: { at: number; act: () => void }[] = [];
  return {
    now: () => now,
    after(ms, act) {
      due.push({ at: now + ms, act });
      due.sort((a, b) => a.at - b.at);
    },
    async until(instant, signal) {
      if (signal?.aborted) return 'interrupted';
      const next = due[0];
      if (next && next.at <= instant) {
        due.shift();
        now = Math.max(now, next.at);
        next.act();
        return signal?.aborted ? 'interrupted' : 'changed';
      }
      now = Math.max(now, instant);
      return 'due';
    },
  };
}
