import type { WireAnswer } from '../api/answer.ts';
import type { Call, Perform, Watching } from '../api/call.ts';
import { type Journal, type JournalEntry, statusOf } from '../journal.ts';
import type { AnswerFault } from '../scenario/answer-fault-schema.ts';
import { faultAnswer } from './fault-answer.ts';

/** Where the fault for a call comes from, and who is told how calls ended. */
export interface FaultSource {
  readonly take: (call: Call) => AnswerFault | null;
  /** The service has answered with this status, whatever reached the caller. */
  readonly answered: (call: Call, status: number) => void;
}

/** Performs calls as `perform` does, except those that a fault answers. */
export function faulty(perform: Perform, journal: Journal, now: () => number, faults: FaultSource): Perform {
  return (call, act) => {
    const fault = faults.take(call);
    if (fault === null) {
      const answer = perform(call, act);
      faults.answered(call, statusOf(answer));
      return answer;
    }
    const at = now();
    const whole = isPerformed(fault, call) ? settled(act()) : null;
    const given = faultAnswer(fault.give, call.operation, whole);
    const note: JournalEntry = { at, ...call, status: (whole ?? given).status, fault: given.lost?.how ?? given.status };
    journal.add(note);
    if (whole !== null) faults.answered(call, whole.status);
    return given;
  };
}

/** A read changes nothing, so that half of its real answer can arrive. */
const isPerformed = ({ give, performed }: AnswerFault, { kind, operation }: Call): boolean =>
  !operation.startsWith('k8s:watch ') && (performed === true || (give === 'half' && kind === 'read'));

const settled = (answer: WireAnswer | Watching): WireAnswer => {
  if (!('stop' in answer)) return answer;
  answer.stop();
  return { status: 200, body: {} };
};
