import { type ControlDecision, decideControl } from '#engine/control';
import type { RunRecord } from '#engine/record';
import { stateOf } from '#engine/state-of';
import type { AskedControl } from './composition.ts';
import { procedureOfRecord } from './procedure-of.ts';

/** What the engine would make of an entry if it were the next thing that happens after this record; `now`: instant, ms, UTC. */
export function judgeControl(record: RunRecord, asked: AskedControl, now: number): ControlDecision {
  const { machine } = procedureOfRecord(record);
  const entry = { format: 1, seq: record.controls, prev: null, at: now, ...asked } as const;
  return decideControl(machine, stateOf(machine, record), entry, null);
}
