import type { ServedTime } from '../served-twin.ts';

/** A runner's request to let time pass. */
export interface Consent {
  /** Tells runners apart. */
  readonly runner: string;
  /** Until when the runner waits: instant, ms, UTC. */
  readonly until: number;
  /** The newest resourceVersion that all watches of the runner have seen; null if it has none. */
  readonly seen: string | null;
}

/** The present as it is told to a runner. */
export interface Present {
  readonly now: number;
  readonly resourceVersion: string;
}

interface Member {
  waiting: { readonly until: number; readonly answer: (present: Present) => void } | null;
}

/**
 * Time by consent: it moves only while every runner waits, to the next happening or to the smallest `until`, whichever is first.
 * A runner whose watches are behind (`seen`) is answered at once, and time stays.
 * A runner takes part from its first request until `leave` (its connection has ended): a killed one holds nobody up.
 */
export class ConsentClock {
  readonly #time: ServedTime;
  readonly #present: () => Present;
  readonly #members = new Map<string, Member>();

  /** `present` is called before each answer, so that watches are caught up by then. */
  constructor(time: ServedTime, present: () => Present) {
    this.#time = time;
    this.#present = present;
  }

  wait({ runner, until, seen }: Consent): Promise<Present> {
    const member: Member = this.#members.get(runner) ?? { waiting: null };
    this.#members.set(runner, member);
    const present = this.#present();
    if (seen !== null && isBehind(seen, present.resourceVersion)) {
      member.waiting = null;
      return Promise.resolve(present);
    }
    // The same runner asks again: its earlier request is over.
    member.waiting?.answer(present);
    return new Promise((answer) => {
      member.waiting = { until, answer };
      this.#settle();
    });
  }

  leave(runner: string): void {
    this.#members.delete(runner);
    this.#settle();
  }

  /** Time no longer waits for those who take part now, until they ask again: for processes that are stopped, not dead. */
  leaveAll(): void {
    const members = [...this.#members.values()];
    this.#members.clear();
    for (const { waiting } of members) waiting?.answer(this.#present());
  }

  /** Moves time without asking anybody, and tells everybody who waits. */
  moveTo(instant: number): Present {
    this.#time.tick(instant);
    return this.#tell(() => true);
  }

  #settle(): void {
    const waits = [...this.#members.values()].map((member) => member.waiting);
    if (waits.length === 0 || waits.includes(null)) return;
    const until = Math.min(...waits.map((wait) => wait?.until ?? Number.POSITIVE_INFINITY));
    const next = this.#time.nextAt();
    const happens = next !== null && next <= until;
    const now = this.#time.advanceTo(until);
    this.#tell((wait) => happens || wait.until <= now);
  }

  #tell(isMeant: (wait: NonNullable<Member['waiting']>) => boolean): Present {
    const present = this.#present();
    for (const member of this.#members.values()) {
      const { waiting } = member;
      if (waiting === null || !isMeant(waiting)) continue;
      member.waiting = null;
      waiting.answer(present);
    }
    return present;
  }
}

// The twin counts its versions up by one, so that they can be compared; clients must not do this with real clusters.
const isBehind = (seen: string, newest: string): boolean => BigInt(seen) < BigInt(newest);
