import type { Patience } from './composition.ts';

/** A person's patience of `ms`, on the machine's clock. */
export function patience(ms: number): Patience {
  const end = performance.now() + ms;
  return {
    over: () => performance.now() >= end,
    rest: (rest) => new Promise((resolve) => void setTimeout(resolve, rest)),
  };
}
