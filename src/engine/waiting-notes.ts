import { clockTime } from '#messages/format';
import type { Waiting } from '#messages/registry';
import { delayName } from './deadlines.ts';
import type { Host } from './host.ts';
import type { Effect, Timer } from './record.ts';

const REPEAT_AFTER = 60_000;
const ALONE_AFTER = 300_000;

/** Tells people what a step waits for: when that changes, and otherwise once a minute; what only time ends, every five. */
export class WaitingNotes {
  readonly #host: Host;
  #told = '';
  #at = 0;

  constructor(host: Host) {
    this.#host = host;
  }

  tell(effect: Effect, waitingFor: Waiting): void {
    this.#tell(
      effect.src,
      JSON.stringify([effect.token, waitingFor.what, waitingFor.endsWhen]),
      waitingFor,
      REPEAT_AFTER,
    );
  }

  /** Nothing is done, on purpose, until the timer is due. */
  tellTimer(timer: Timer, since: number): void {
    const name = delayName(timer.id);
    const what = name.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
    const waitingFor = { what: `the end of the ${what}`, since, endsWhen: `it is ${clockTime(timer.due)}` };
    this.#tell(name, timer.id, waitingFor, ALONE_AFTER);
  }

  #tell(step: string, text: string, waitingFor: Waiting, again: number): void {
    const now = this.#host.time.now();
    if (text === this.#told && Math.abs(now - this.#at) < again) return;
    this.#told = text;
    this.#at = now;
    this.#host.notify({ code: 'step-waiting', data: { step, waitingFor } });
  }
}
