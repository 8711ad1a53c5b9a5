import { phaseOf } from './phase.ts';
import type { Timed } from './renderer.ts';

/** What people have seen last; the start is `NOTHING_SEEN`. */
export interface Seen {
  readonly phase: string;
  readonly waitingFor: string;
  readonly waitingShownAt: number;
}

export const NOTHING_SEEN: Seen = { phase: '', waitingFor: '', waitingShownAt: 0 };

const ENDS: readonly string[] = ['finished', 'blocked', 'held', 'aborted', 'parked'];

// A wait is said once, then every five minutes: a log of an hour-long bake has to stay readable.
const REPEAT_WAIT_MS = 5 * 60_000;

/** Whether a line is worth showing to people after what they have seen. Machines (`-o json`) get every message. */
export function decideShow(seen: Seen, { at, message }: Timed): { readonly show: boolean; readonly seen: Seen } {
  if (message.code === 'state-entered') {
    const phase = phaseOf(message.data.state);
    // How it ended is told by the last lines.
    const isEnd = ENDS.includes(message.data.state);
    return { show: phase !== seen.phase && !isEnd, seen: { ...seen, phase, waitingFor: '' } };
  }
  if (message.code === 'run-resumed') {
    // It says where the run goes on: the phase needs no line of its own.
    return { show: true, seen: { ...seen, phase: phaseOf(message.data.at) } };
  }
  if (message.code === 'step-waiting') {
    const { what } = message.data.waitingFor;
    const show = what !== seen.waitingFor || at - seen.waitingShownAt >= REPEAT_WAIT_MS;
    return { show, seen: show ? { ...seen, waitingFor: what, waitingShownAt: at } : seen };
  }
  return { show: true, seen };
}
