import type { Begins } from '../scenario/answer-fault-schema.ts';
import { isMeant } from './fits.ts';

/** Instants that depend on what the twin's user does: "30 s after the second CreateNodegroup that was done". */
export class Triggers {
  readonly #after: (delay: number, act: () => void) => void;
  readonly #waiting = new Set<{
    readonly of: string;
    left: number;
    readonly delay: number;
    readonly act: () => void;
  }>();

  /** `after` does something later, in model time. */
  constructor(after: (delay: number, act: () => void) => void) {
    this.#after = after;
  }

  /** Calls `act` when `begins` says so. */
  arm(begins: Begins | undefined, act: () => void): void {
    const delay = begins?.after ?? 0;
    if (begins && 'with' in begins) this.#waiting.add({ of: begins.with, left: begins.nth ?? 1, delay, act });
    else this.#later(delay, act);
  }

  /** A call was performed and succeeded. */
  done(operation: string): void {
    for (const it of [...this.#waiting]) {
      if (!isMeant([it.of], operation)) continue;
      it.left--;
      if (it.left > 0) continue;
      this.#waiting.delete(it);
      this.#later(it.delay, it.act);
    }
  }

  /** What has not been started by a call yet never will be. */
  clear(): void {
    this.#waiting.clear();
  }

  #later(delay: number, act: () => void): void {
    if (delay === 0) act();
    else this.#after(delay, act);
  }
}
