import type { WireAnswer } from './api/answer.ts';
import type { Call, Perform, Watching } from './api/call.ts';

/** One call to the twin as it was answered. */
export interface JournalEntry extends Call {
  /** Instant, ms, UTC. */
  readonly at: number;
  /** HTTP status with which the service answered. Where a fault kept the call from the service: that of the fault, 599 when it has none. */
  readonly status: number;
  /** What a fault gave the caller instead of the service's answer: a status, or how the answer was lost. */
  readonly fault?: number | 'reset' | 'half' | 'html' | 'hang';
  /** Absent: whoever uses the twin. */
  readonly by?: 'somebody-else';
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

  /** The calls of the twin's user that change something. */
  writes(): readonly JournalEntry[] {
    return this.#entries.filter((it) => it.kind === 'write' && it.by === undefined);
  }
}

/** Performs calls and notes each as it was answered. */
export function journaled(journal: Journal, now: () => number, by?: JournalEntry['by']): Perform {
  return (call, act) => {
    const at = now();
    const answer = act();
    journal.add({ at, ...call, status: statusOf(answer), ...(by !== undefined && { by }) });
    return answer;
  };
}

/** The status of an answer; a watch that goes on has begun with 200. */
export const statusOf = (answer: WireAnswer | Watching): number => ('stop' in answer ? 200 : answer.status);
