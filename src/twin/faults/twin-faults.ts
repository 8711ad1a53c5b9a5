import type { WireAnswer } from '../api/answer.ts';
import type { Call } from '../api/call.ts';
import { RESOURCES } from '../model/resources.ts';
import type { World } from '../model/world.ts';
import type { AnswerFault } from '../scenario/answer-fault-schema.ts';
import type { What } from '../scenario/happening-schema.ts';
import { type AnswerState, decide, isActive } from './decide.ts';
import type { FaultSource } from './faulty.ts';
import { isMeant } from './fits.ts';
import { Triggers } from './triggers.ts';

/** Who keeps watches open over a network. */
export interface WatchKeeper {
  /** Cuts the watches on resources for which `isCut` holds. */
  readonly cut: (isCut: (resource: string) => boolean) => void;
  /** Cuts those that have not been answered and never will be. */
  readonly letGo: () => void;
}

/** The faults of a scenario at work: which call is answered otherwise, what happens when, and that it all can be mended. */
export class TwinFaults implements FaultSource {
  readonly #world: World;
  readonly #triggers: Triggers;
  readonly #keepers: WatchKeeper[] = [];
  #states: readonly AnswerState[];
  #happen: (what: What) => WireAnswer = () => ({ status: 503, body: {} });
  #isMended = false;
  #hasCut = false;

  constructor(world: World) {
    this.#world = world;
    this.#triggers = new Triggers((delay, act) => world.after(delay, act));
    this.#states = world.faults.answers.map((fault) => ({ fault, begunAt: null, fitted: 0, given: 0 }));
  }

  /** From now on faults begin and things happen; `happen` lets one of them happen. */
  start(happen: (what: What) => WireAnswer): void {
    this.#happen = happen;
    const { answers, happenings } = this.#world.faults;
    for (const [index, { begins }] of answers.entries()) this.#triggers.arm(begins, () => this.#begin(index));
    for (const { begins, what } of happenings) this.#triggers.arm(begins, () => this.#happenUnlessMended(what));
  }

  take(call: Call): AnswerFault | null {
    const { fault, states } = decide(this.#states, call, this.#world.time.now());
    this.#states = states;
    return fault;
  }

  answered({ operation }: Call, status: number): void {
    if (status < 300) this.#triggers.done(operation);
  }

  /** Lets something happen now; the answer of a call, or of the twin that has no such object (404). */
  happen(what: What): WireAnswer {
    const answer = this.#happen(what);
    this.#world.settle();
    this.#world.time.changed();
    return answer;
  }

  /** Everything works from now on, and what has not happened yet never will. What has gone wrong already stays. */
  mend(): void {
    this.#isMended = true;
    this.#states = [];
    this.#triggers.clear();
    this.#world.mend();
    this.#world.settle();
    for (const keeper of this.#keepers) keeper.letGo();
    this.#world.time.changed();
  }

  /** Whether a watch that was cut cannot be opened again now: nobody can wait for what it would tell. */
  areWatchesCut(): boolean {
    const now = this.#world.time.now();
    const isLasting = (it: AnswerState) =>
      it.fault.times === undefined && (it.fault.every ?? 1) === 1 && isActive(it, now);
    return this.#hasCut && this.#states.some((it) => isLasting(it) && RESOURCES.some(isWatchedBy(it.fault)));
  }

  keepWatches(keeper: WatchKeeper): void {
    this.#keepers.push(keeper);
  }

  #begin(index: number): void {
    const state = this.#states[index];
    if (state === undefined) return;
    this.#states = this.#states.with(index, { ...state, begunAt: this.#world.time.now() });
    this.#cut(state.fault);
    // An instant at which something happens: whoever waits looks again when the fault has ended.
    if (state.fault.lasts !== undefined) this.#world.after(state.fault.lasts, () => this.#end());
  }

  #cut(fault: AnswerFault): void {
    if (fault.give !== 'reset' && fault.give !== 'hang') return;
    if (!RESOURCES.some(isWatchedBy(fault))) return;
    this.#hasCut = true;
    for (const keeper of this.#keepers) keeper.cut((resource) => isWatchedBy(fault)({ resource }));
  }

  #end(): void {
    for (const keeper of this.#keepers) keeper.letGo();
    this.#world.time.changed();
  }

  #happenUnlessMended(what: What): void {
    if (!this.#isMended) this.happen(what);
  }
}

const isWatchedBy =
  ({ of, kind }: AnswerFault) =>
  ({ resource }: { readonly resource: string }): boolean =>
    kind !== 'write' && isMeant(of, `k8s:watch ${resource}`);
