/** The machine's clock, as the served twin uses it: for `--clock wall`, for the end of watches and for the age of tokens. */
export interface WallClock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
  /** Calls `act` once after `ms`; returns how to call it off. Keeps no process alive. */
  after(ms: number, act: () => void): () => void;
}

/** The only place below `twin/http` that reads the clock of the machine: a server has to live in its time. */
export const machineClock: WallClock = {
  now: () => Date.now(),
  after: (ms, act) => {
    const timer = setTimeout(act, Math.min(ms, LONGEST_TIMER));
    timer.unref();
    return () => clearTimeout(timer);
  },
};

// setTimeout fires at once when asked for more than 2^31 - 1 ms.
const LONGEST_TIMER = 2_147_483_647;
