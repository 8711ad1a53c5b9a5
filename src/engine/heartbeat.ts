import type { Host } from './host.ts';
import type { RunRecord } from './record.ts';

/** How often a runner gives a sign of life, ms. */
export const HEARTBEAT = 10_000;

/** Writes `runner.json` and looks whether another runner has gone on. Best effort: it never fails the run and nobody waits for it. */
export class Heartbeat {
  readonly #host: Host;
  #last = Number.NEGATIVE_INFINITY;
  #written: string | null = null;
  #pending: Promise<void> = Promise.resolve();

  constructor(host: Host) {
    this.#host = host;
  }

  /** A sign of life if one is due, or if what is waited for has changed. `superseded` is called when record N+1 is another's. */
  beat(record: RunRecord, waitingFor: string | null, superseded: () => void = () => {}): void {
    const now = this.#host.time.now();
    const due = now - this.#last >= HEARTBEAT;
    if (!due && waitingFor === this.#written) return;
    this.#last = now;
    this.#written = waitingFor;
    this.#pending = this.#pending.then(() => this.#write(record, waitingFor, now, superseded));
  }

  /** What was waited for at the last sign of life. */
  get waitingFor(): string | null {
    return this.#written;
  }

  /** When the last sign of life is written. */
  settled(): Promise<void> {
    return this.#pending;
  }

  async #write(record: RunRecord, waitingFor: string | null, at: number, superseded: () => void): Promise<void> {
    const { log, runner } = this.#host;
    try {
      await log.writeRunner({ ...runner, at, state: record.state, waitingFor });
      if ((await log.records.read(record.seq + 1)) !== null) superseded();
    } catch {
      // The records decide; without a sign of life another runner may at most take over sooner.
    }
  }
}
