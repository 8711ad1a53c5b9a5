import type { Time } from '#ports/time';
import { type Changes, isAsNewAs } from './changes.ts';
import { type Control, type ControlOptions, openControl, type Present } from './control.ts';

export interface ConsentTimeOptions extends ControlOptions {
  readonly changes: Changes;
}

/**
 * `Time` that follows a served twin: the twin's time moves only while all that run here wait, and what has happened has
 * reached the stores before anybody goes on. So the same run sees the same world at the same instants, whatever the wires do.
 */
export async function openConsentTime({ changes, ...of }: ConsentTimeOptions): Promise<Time> {
  const control = openControl(of);
  const { now } = await control.now();
  return new ConsentTime(control, changes, now);
}

type Why = 'due' | 'changed' | 'interrupted';

interface Waiter {
  readonly instant: number;
  /** The number of changes its caller has been told of. */
  readonly told: number;
  readonly end: (why: Why) => void;
  readonly fail: (error: unknown) => void;
}

class ConsentTime implements Time {
  readonly #control: Control;
  readonly #changes: Changes;
  readonly #waiters = new Set<Waiter>();
  readonly #told = new WeakMap<AbortSignal, number>();
  #lastTold = 0;
  #now: number;
  #isMoving = false;
  /** Until when the twin has been told that we wait; null while it is not asked. */
  #asked: number | null = null;

  constructor(control: Control, changes: Changes, now: number) {
    this.#control = control;
    this.#changes = changes;
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  until(instant: number, signal?: AbortSignal): Promise<Why> {
    if (signal?.aborted) return Promise.resolve('interrupted');
    const told = (signal && this.#told.get(signal)) ?? this.#lastTold;
    return new Promise((resolve, reject) => {
      const interrupt = () => {
        waiter.end('interrupted');
        if (this.#asked !== null && this.#waiters.size === 0) this.#takeBack();
      };
      const leave = () => {
        this.#waiters.delete(waiter);
        signal?.removeEventListener('abort', interrupt);
        this.#lastTold = this.#changes.counts().all;
        if (signal) this.#told.set(signal, this.#lastTold);
      };
      const end = (why: Why) => {
        leave();
        resolve(why);
      };
      const fail = (error: unknown) => {
        leave();
        reject(error);
      };
      const waiter: Waiter = { instant, told, end, fail };
      this.#waiters.add(waiter);
      if (this.#asked !== null && instant < this.#asked) this.#takeBack();
      signal?.addEventListener('abort', interrupt, { once: true });
      void this.#move();
    });
  }

  async #move(): Promise<void> {
    if (this.#isMoving) return;
    this.#isMoving = true;
    try {
      // After one turn everybody who is about to wait has said so.
      await new Promise((resolve) => setImmediate(resolve));
      while (this.#waiters.size > 0) await this.#moveOnce();
    } catch (error) {
      for (const waiter of [...this.#waiters]) waiter.fail(error);
    } finally {
      this.#isMoving = false;
    }
  }

  async #moveOnce(): Promise<void> {
    this.#asked = this.#target();
    const present = await this.#control.wait(this.#asked, this.#changes.seen()).finally(() => {
      this.#asked = null;
    });
    await caughtUp(present, this.#changes);
    this.#now = Math.max(this.#now, present.now);
    for (const waiter of [...this.#waiters]) {
      if (this.#isNewFor(waiter)) waiter.end('changed');
      else if (waiter.instant <= this.#now) waiter.end('due');
    }
  }

  // Another runner may hold time up for long. Asking again ends the request that waits: the twin then knows that we do not.
  #takeBack(): void {
    this.#control.wait(this.#now, this.#changes.seen()).catch(() => {
      // The request that is taken back meets the same failure and reports it.
    });
  }

  // While somebody has not heard of a change yet, the wires are brought up to date and time stays: whether an event comes
  // just before or just after the caller waits must not decide what the run does.
  #target(): number {
    const waiters = [...this.#waiters];
    if (waiters.some((it) => this.#isNewFor(it))) return this.#now;
    return Math.max(this.#now, Math.min(...waiters.map((it) => it.instant)));
  }

  #isNewFor(waiter: Waiter): boolean {
    return this.#changes.counts().all > waiter.told;
  }
}

/** Waits until the stores have seen all that had happened at `present`. */
function caughtUp({ resourceVersion }: Present, changes: Changes): Promise<void> {
  const isThere = () => {
    const seen = changes.seen();
    return seen === null || isAsNewAs(seen, resourceVersion);
  };
  if (isThere()) return Promise.resolve();
  return new Promise((resolve) => {
    const stop = changes.listen(() => {
      if (!isThere()) return;
      stop();
      resolve();
    });
  });
}
