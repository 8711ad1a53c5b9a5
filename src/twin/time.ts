import { UpgradeError } from '#errors/upgrade-error';
import type { Time } from '#ports/time';
import { type Due, DueQueue, RUNNER, WORLD } from './model/due-queue.ts';

/** Turns of the event loop that work without a wait may take (it may be writing a file) before it counts as stuck. */
const IDLE_TURNS = 100_000;

/** Model time: one queue for the world and for whoever waits on it. Instants are ms since 1970, UTC. */
export class TwinTime implements Time {
  #now: number;
  #seq = 0;
  #woken = true;
  readonly #queue = new DueQueue();
  readonly #waiting = new Set<() => void>();

  constructor(start: number) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  /** The instant of the next thing that happens, null when nothing is to come: for a server that follows a wall clock. */
  nextAt(): number | null {
    return this.#queue.peek()?.at ?? null;
  }

  /** Lets the world do something at an instant, at the earliest now. */
  at(instant: number, fire: () => void): void {
    this.#push(instant, WORLD, fire);
  }

  /** Wakes everybody who waits: something they watch has changed. */
  changed(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  until(instant: number, signal?: AbortSignal): Promise<'due' | 'changed' | 'interrupted'> {
    if (signal?.aborted) return Promise.resolve('interrupted');
    return new Promise((resolve) => {
      const due = this.#push(instant, RUNNER, () => end('due'));
      const wake = () => end('changed');
      const interrupt = () => end('interrupted');
      const end = (why: 'due' | 'changed' | 'interrupted') => {
        if (!this.#waiting.delete(wake)) return;
        due.isOver = true;
        this.#woken = true;
        signal?.removeEventListener('abort', interrupt);
        resolve(why);
      };
      this.#waiting.add(wake);
      signal?.addEventListener('abort', interrupt);
    });
  }

  /**
   * Carries `work` to its end: time moves, one happening after another, whenever everybody waits.
   * Throws `PlanStuck` when nothing can happen any more; `waitingFor` tells what the work was waiting for.
   */
  async run<Result>(
    work: Promise<Result>,
    waitingFor: () => string = () => 'something that has no name',
  ): Promise<Result> {
    let isDone = false;
    const note = () => {
      isDone = true;
    };
    work.then(note, note);
    for (;;) {
      await this.#everybodyWaits(() => isDone);
      if (isDone) return work;
      if (this.#waiting.size === 0 || !this.#next(Number.POSITIVE_INFINITY)) throw stuck(waitingFor());
    }
  }

  /** Moves to the next happening, at most to `until`: the clock by consent, one happening for each request. Gives the new time. */
  advanceTo(until: number): number {
    if (!this.#next(until)) this.#now = Math.max(this.#now, until);
    return this.#now;
  }

  /** Follows an outside clock: everything that was due happens at its own instant, then it is `now`. */
  tick(now: number): void {
    while (this.#next(now));
    this.#now = Math.max(this.#now, now);
  }

  #next(until: number): boolean {
    const next = this.#queue.peek();
    if (next === undefined || next.at > until) return false;
    this.#queue.pop();
    this.#now = next.at;
    next.fire();
    return true;
  }

  async #everybodyWaits(isDone: () => boolean): Promise<void> {
    if (this.#woken) await turn();
    this.#woken = false;
    for (let turns = 0; this.#waiting.size === 0 && !isDone() && turns < IDLE_TURNS; turns++) await turn();
  }

  #push(instant: number, rank: Due['rank'], fire: () => void): Due {
    const due: Due = { at: Math.max(instant, this.#now), rank, seq: this.#seq++, fire };
    this.#queue.push(due);
    return due;
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function stuck(waitingFor: string): UpgradeError {
  return new UpgradeError('PlanStuck', `nothing can happen any more while waiting for ${waitingFor}`, {
    hint: 'look at what the last step waits for: in the model nothing is under way that could end it',
  });
}
