/** Throws that follow from a seed alone. */
export interface Dice {
  /** A whole number from `least` to `most`, both included. */
  readonly number: (least: number, most: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(from: readonly T[]) => T;
  /** As many as `count` throws give. */
  readonly several: <T>(count: number, make: () => T) => readonly T[];
}

/** mulberry32: small, and the same on every machine. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let it = Math.imul(state ^ (state >>> 15), state | 1);
    it ^= it + Math.imul(it ^ (it >>> 7), it | 61);
    return ((it ^ (it >>> 14)) >>> 0) / 2 ** 32;
  };
  const number = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    number,
    chance: (probability) => next() < probability,
    pick: (from) => from[number(0, from.length - 1)] as (typeof from)[number],
    several: (count, make) => Array.from({ length: count }, make),
  };
}
