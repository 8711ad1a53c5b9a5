import type { Waiting } from '#messages/registry';
import type { Host } from './host.ts';
import type { Effect } from './record.ts';

const REPEAT_AFTER = 60_000;

/** Tells people what a step waits for: when that changes, and otherwise once a minute. */
export class WaitingNotes {
  readonly #host: Host;
  #told = '';
  #at = 0;

  constructor(host: Host) {
    this.#host = host;
  }

  tell(effect: Effect, waitingFor: Waiting): void {
    const now = this.#host.time.now();
    const text = JSON.stringify([effect.token, waitingFor.what, waitingFor.endsWhen]);
    if (text === this.#told && now - this.#at < REPEAT_AFTER) return;
    this.#told = text;
    this.#at = now;
    this.#host.notify({ code: 'step-waiting', data: { step: effect.src, waitingFor } });
  }
}
