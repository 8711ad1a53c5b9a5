import type { Call } from '../api/call.ts';
import type { AnswerFault } from '../scenario/answer-fault-schema.ts';
import { isMeant } from './fits.ts';

/** How far an answer fault of the scenario has got. */
export interface AnswerState {
  readonly fault: AnswerFault;
  /** Instant, ms; null: not yet. */
  readonly begunAt: number | null;
  /** Calls that fitted since it began, and those that it answered. */
  readonly fitted: number;
  readonly given: number;
}

/** The fault that answers a call, if one does, and how far all have got with it. */
export interface Decision {
  readonly fault: AnswerFault | null;
  readonly states: readonly AnswerState[];
}

/** The first entry that fits answers. One whose turn it is not counts the call, and leaves it to those after it. */
export function decide(states: readonly AnswerState[], call: Pick<Call, 'operation' | 'kind'>, now: number): Decision {
  let fault: AnswerFault | null = null;
  const next = states.map((state) => {
    if (fault !== null || !isActive(state, now) || !fits(state.fault, call)) return state;
    const fitted = state.fitted + 1;
    if (fitted % (state.fault.every ?? 1) !== 0) return { ...state, fitted };
    fault = state.fault;
    return { ...state, fitted, given: state.given + 1 };
  });
  return { fault, states: next };
}

/** Whether an entry has begun, has not ended, and has answers left. */
export function isActive({ fault, begunAt, given }: AnswerState, now: number): boolean {
  if (begunAt === null || now < begunAt) return false;
  if (fault.lasts !== undefined && now >= begunAt + fault.lasts) return false;
  return fault.times === undefined || given < fault.times;
}

const fits = ({ of, kind }: AnswerFault, call: Pick<Call, 'operation' | 'kind'>): boolean =>
  (kind === undefined || kind === call.kind) && isMeant(of, call.operation);
