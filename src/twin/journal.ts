/** One call to the twin as it was answered. */
export interface JournalEntry {
  /** Instant, ms, UTC. */
  readonly at: number;
  /** `eks:UpdateClusterVersion`, `k8s:patch nodes`, `k8s:evict pods` … */
  readonly operation: string;
  readonly kind: 'read' | 'write';
  /** The object's name and the body, as they were given. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** HTTP status of the answer. */
  readonly status: number;
}

/** Every call in order: what a dry run must leave without a write, and what a plan and a run are compared by. */
export class Journal {
  readonly #entries: JournalEntry[] = [];

  add(entry: JournalEntry): void {
    this.#entries.push(entry);
  }

  entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  /** The calls that change something. */
  writes(): readonly JournalEntry[] {
    return this.#entries.filter((it) => it.kind === 'write');
  }
}
