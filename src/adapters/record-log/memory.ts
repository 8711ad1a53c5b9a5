import type { EntrySequence, RunLog, RunnerNote } from '#ports/record-log';

/** A log that ends with the process: for plans and tests. Everything answers within the same turn of the event loop. */
export function memoryLog(place = 'memory'): RunLog {
  const control = new MemorySequence();
  let note: RunnerNote | null = null;
  return {
    place,
    records: new MemorySequence(),
    control,
    writeRunner: async (it) => {
      note = it;
    },
    readRunner: async () => note,
    controlBeyond: (seq, signal) => control.beyond(seq, signal),
  };
}

class MemorySequence implements EntrySequence {
  readonly #entries: string[] = [];
  readonly #watchers = new Set<() => void>();

  async head(): Promise<{ seq: number; bytes: string } | null> {
    const bytes = this.#entries.at(-1);
    return bytes === undefined ? null : { seq: this.#entries.length - 1, bytes };
  }

  async read(seq: number): Promise<string | null> {
    return this.#entries[seq] ?? null;
  }

  async create(seq: number, bytes: string): Promise<'created' | 'exists'> {
    if (this.#entries[seq] !== undefined) return 'exists';
    this.#entries[seq] = bytes;
    for (const wake of [...this.#watchers]) wake();
    return 'created';
  }

  beyond(seq: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.#entries.length <= seq + 1 && !signal.aborted) return;
        this.#watchers.delete(look);
        signal.removeEventListener('abort', look);
        resolve();
      };
      this.#watchers.add(look);
      signal.addEventListener('abort', look);
      look();
    });
  }
}
