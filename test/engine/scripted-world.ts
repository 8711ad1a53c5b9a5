import type { EngineSlice, SliceResult } from '#engine/host';
import type { Effect } from '#engine/record';
import type { Waiting } from '#messages/registry';

const done = (output: unknown): SliceResult => ({ kind: 'done', output });
const UPDATE_TAKES = 28 * 60_000;

/** How the world misbehaves. */
export interface Faults {
  /** Throws to let an attempt fail; `nth` counts the schedulings from 0. */
  readonly fail?: (effect: Effect, nth: number) => void;
  /** How long emptying a node takes, ms; default 70 s. */
  readonly nodeTakes?: number;
}

/** A world that outlives runners: acts are idempotent by token or by looking first. */
export class ScriptedWorld {
  /** `step input`, in the order in which the world was first changed. */
  readonly acts: string[] = [];
  /** Tokens with which each act was asked for. */
  readonly tokens = new Map<string, Set<string>>();
  slices = 0;
  readonly #faults: Faults;
  readonly #began = new Map<string, number>();
  readonly #scheduled: string[] = [];

  constructor(faults: Faults = {}) {
    this.#faults = faults;
  }

  async perform(effect: Effect, slice: EngineSlice): Promise<SliceResult> {
    this.slices++;
    if (!this.#scheduled.includes(slice.token)) this.#scheduled.push(slice.token);
    this.#faults.fail?.(effect, this.#scheduled.indexOf(slice.token));
    this.#note(effect, slice.token);
    const input = effect.input as { node?: string; updateId?: string };
    switch (effect.src) {
      case 'start-update':
        this.#begin('update', slice);
        return done({ updateId: 'update-1' });
      case 'watch-update':
        return this.#takes('update', UPDATE_TAKES, slice, {});
      case 'cordon-nodes':
        return done({ nodes: ['node-a', 'node-b', 'node-c'] });
      case 'survey-node':
        return done({ ready: 3 });
      case 'drain-node':
        return this.#takes(`drain ${input.node}`, this.#faults.nodeTakes ?? 70_000, slice, { kind: 'drained' });
      default:
        return done({});
    }
  }

  #note({ src, input }: Effect, token: string): void {
    const act = `${src} ${JSON.stringify(input)}`;
    if (!this.tokens.has(act)) this.acts.push(act);
    this.tokens.set(act, (this.tokens.get(act) ?? new Set()).add(token));
  }

  #begin(what: string, slice: EngineSlice): number {
    const began = this.#began.get(what) ?? slice.time.now();
    this.#began.set(what, began);
    return began;
  }

  async #takes(what: string, ms: number, slice: EngineSlice, output: object): Promise<SliceResult> {
    const since = this.#begin(what, slice);
    await slice.time.until(Math.min(since + ms, slice.end));
    const waitingFor: Waiting = { what, since, endsWhen: 'it is over' };
    return slice.time.now() >= since + ms ? done(output) : { kind: 'again', waitingFor };
  }
}
