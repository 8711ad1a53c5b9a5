import type { Host } from './host.ts';
import type { RunRecord } from './record.ts';

/** How often a runner gives a sign of life, ms. */
export const HEARTBEAT = 10_000;

interface Sign {
  readonly record: RunRecord;
  readonly waitingFor: string | null;
  readonly at: number;
  readonly superseded: () => void;
}

/** Writes `runner.json` and looks whether another runner has gone on. Best effort: it never fails the run and nobody waits for it. */
export class Heartbeat {
  readonly #host: Host;
  #last: Pick<Sign, 'at' | 'waitingFor'> & { readonly effect: string | null };
  #next: Sign | null = null;
  #writing: Promise<void> | null = null;

  constructor(host: Host) {
    this.#host = host;
    this.#last = { at: Number.NEGATIVE_INFINITY, waitingFor: null, effect: null };
  }

  /** A sign of life if one is due, or if what is waited for has changed. `superseded` is called when record N+1 is another's. */
  beat(record: RunRecord, waitingFor: string | null, superseded: () => void = () => {}): void {
    const at = this.#host.time.now();
    // A clock that was set back must not silence the runner.
    const due = Math.abs(at - this.#last.at) >= HEARTBEAT;
    const effect = effectOf(record);
    if (!due && waitingFor === this.#last.waitingFor && effect === this.#last.effect) return;
    this.#last = { at, waitingFor, effect };
    // While one is being written only the newest of the others counts.
    this.#next = { record, waitingFor, at, superseded };
    this.#writing ??= this.#writeAll();
  }

  /** What this record's effect was last said to wait for; null when it has not said so yet. */
  waitingFor(record: RunRecord): string | null {
    return effectOf(record) === this.#last.effect ? this.#last.waitingFor : null;
  }

  /** When the last sign of life is written. */
  async settled(): Promise<void> {
    await this.#writing;
  }

  async #writeAll(): Promise<void> {
    for (let sign = this.#take(); sign !== null; sign = this.#take()) await this.#write(sign);
    this.#writing = null;
  }

  #take(): Sign | null {
    const sign = this.#next;
    this.#next = null;
    return sign;
  }

  async #write({ record, waitingFor, at, superseded }: Sign): Promise<void> {
    const { log, runner } = this.#host;
    try {
      await log.writeRunner({ ...runner, at, state: record.state, waitingFor });
      if ((await log.records.read(record.seq + 1)) !== null) superseded();
    } catch {
      // The records decide; without a sign of life another runner may at most take over sooner.
    }
  }
}

const effectOf = ({ effect }: RunRecord): string | null => effect?.token ?? null;
