/**
 * Since when there is trouble, as far as somebody has looked. Patience with what may pass by itself counts from there: while
 * the API was away, the machine asleep or the run paused, nothing was given time to pass.
 */
export class Trouble {
  readonly #apart: number;
  #token = '';
  #first = 0;
  #last = 0;

  /** @param apart Looks that met trouble and lie further apart are not of one trouble, ms: nothing troubled meanwhile, or nobody could look. */
  constructor(apart: number) {
    this.#apart = apart;
  }

  /** Notes that the effect of this token meets it now, and tells since when. Instants, ms, UTC. */
  seen(token: string, now: number): number {
    this.#first = this.isRecent(token, now) ? this.#first : now;
    this.#token = token;
    this.#last = now;
    return this.#first;
  }

  isRecent(token: string, now: number): boolean {
    return this.#token === token && now - this.#last < this.#apart;
  }
}
