import type { Time } from '#ports/time';

interface Wake {
  readonly at: number;
  readonly order: number;
  readonly fire: () => void;
}

/** Model time for engine tests: it moves only when everybody waits. */
export class ModelClock implements Time {
  #now: number;
  #order = 0;
  #wakes: Wake[] = [];

  constructor(start = Date.UTC(2027, 0, 4)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  until(instant: number, signal?: AbortSignal): Promise<'due' | 'changed' | 'interrupted'> {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve('interrupted');
      const interrupt = () => resolve('interrupted');
      signal?.addEventListener('abort', interrupt, { once: true });
      this.at(instant, () => {
        signal?.removeEventListener('abort', interrupt);
        resolve('due');
      });
    });
  }

  /** Calls `fire` at that instant, while somebody is running. */
  at(instant: number, fire: () => void): void {
    this.#wakes.push({ at: Math.max(instant, this.#now), order: this.#order++, fire });
  }

  /** Time passes while nobody runs. */
  jump(ms: number): void {
    this.#now += ms;
  }

  /** Moves time until `work` has ended. */
  async run<T>(work: Promise<T>): Promise<T> {
    let over = false;
    const watched = work.finally(() => {
      over = true;
    });
    watched.catch(() => undefined);
    for (;;) {
      await new Promise(setImmediate);
      if (over) return watched;
      this.#next();
    }
  }

  #next(): void {
    this.#wakes.sort((a, b) => a.at - b.at || a.order - b.order);
    const wake = this.#wakes.shift();
    if (wake === undefined) return;
    this.#now = Math.max(this.#now, wake.at);
    wake.fire();
  }
}
