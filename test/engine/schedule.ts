import type { RunLog } from '#ports/record-log';

/** Numbers in [0, 1), the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

/** Actors that take turns in a random order: each asks for a turn before each thing that others could see or disturb. */
export class Schedule {
  readonly random: () => number;
  #waiting: { readonly actor: string; readonly go: () => void }[] = [];
  #living = new Set<string>();

  constructor(seed: number) {
    this.random = randomOf(seed);
  }

  turn(actor: string): Promise<void> {
    return new Promise((go) => this.#waiting.push({ actor, go }));
  }

  /** Lets an actor act until it ends or is killed; a killed one simply never gets a turn again. */
  add(actor: string, work: Promise<unknown>): void {
    this.#living.add(actor);
    void work.finally(() => this.#living.delete(actor));
  }

  kill(actor: string): void {
    this.#living.delete(actor);
    this.#waiting = this.#waiting.filter((it) => it.actor !== actor);
  }

  living(): readonly string[] {
    return [...this.#living];
  }

  /** Gives one turn; false when nobody waits for one. */
  async step(): Promise<boolean> {
    await new Promise(setImmediate);
    const [next] = this.#waiting.splice(Math.floor(this.random() * this.#waiting.length), 1);
    next?.go();
    return next !== undefined;
  }

  /** The log as one actor sees it: turns between its operations, answers that get lost, writes that never arrive. */
  log(log: RunLog, actor: string, lost: () => void): RunLog {
    const sequence = (of: 'records' | 'control'): RunLog['records'] => ({
      head: () => this.turn(actor).then(() => log[of].head()),
      read: (seq) => this.turn(actor).then(() => log[of].read(seq)),
      create: async (seq, bytes) => {
        await this.turn(actor);
        if (this.random() < 0.03) return 'unknown';
        const answer = await log[of].create(seq, bytes);
        if (this.random() >= 0.1) return answer;
        if (answer === 'created') lost();
        return 'unknown';
      },
    });
    return { ...log, records: sequence('records'), control: sequence('control') };
  }
}
