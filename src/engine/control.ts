import type { AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import { transition } from 'xstate';
import type { RunLog } from '#ports/record-log';
import { createOrRead } from './append.ts';
import { decodeControl, encodeControl, hashOf } from './chain.ts';
import type { ControlEntry, RunRecord } from './record.ts';
import { gateOf } from './state-of.ts';

/** What a person asks for; the log adds the number and the hash. */
export type ControlRequest = Omit<ControlEntry, 'format' | 'seq' | 'prev'>;

/** Appends a control entry; who loses a number to another writer tries the next one. */
export async function appendControl(log: RunLog, request: ControlRequest): Promise<ControlEntry> {
  for (;;) {
    const head = await log.control.head();
    // Its hash goes into the next one: a damaged one, put right later, would not fit any more.
    if (head !== null) decodeControl(head.bytes, head.seq, log.place);
    const entry: ControlEntry = {
      format: 1,
      seq: (head?.seq ?? -1) + 1,
      prev: head === null ? null : hashOf(head.bytes),
      ...request,
    };
    const bytes = encodeControl(entry);
    if ((await createOrRead(log.control, entry.seq, bytes, log.place)) === bytes) return entry;
  }
}

/** The oldest control entry that no record has consumed; null when all are. */
export async function nextControl(log: RunLog, record: RunRecord): Promise<ControlEntry | null> {
  const bytes = await log.control.read(record.controls);
  return bytes === null ? null : decodeControl(bytes, record.controls, log.place);
}

/** What becomes of a control entry. */
export type ControlDecision =
  | { readonly kind: 'pause' }
  | { readonly kind: 'event'; readonly event: EventObject }
  | { readonly kind: 'refused'; readonly why: string };

/** What the machine, in `snapshot`, can do with what a person asked for. `resumed`: see `Driver`. */
export function decideControl(
  machine: AnyStateMachine,
  snapshot: AnyMachineSnapshot,
  entry: ControlEntry,
  resumed: RunRecord | null,
): ControlDecision {
  if (entry.verb === 'pause') return decidePause(entry, resumed);
  if (entry.verb === 'approve') return decideApproval(machine, snapshot, entry);
  const event = { type: `operator.${entry.verb}` };
  return snapshot.can(event) ? { kind: 'event', event } : refused(`the run cannot take "${entry.verb}" here`);
}

/** Refuses what was typed at the terminal of another runner (Ctrl-C), which has ended before it could take it; null: it is for anybody. */
export function refuseForAnother({ to }: ControlEntry, owner: string): ControlDecision | null {
  return to === undefined || to === owner ? null : refused('it was typed at the terminal of a runner that has ended');
}

function decidePause(entry: ControlEntry, resumed: RunRecord | null): ControlDecision {
  // Asked for twice, it would stop the run again right after the resume that answered it.
  const stale = resumed !== null && entry.saw < resumed.seq && entry.at < resumed.at;
  return stale ? refused(`it was asked for before the run was resumed (record ${resumed.seq})`) : { kind: 'pause' };
}

function decideApproval(machine: AnyStateMachine, snapshot: AnyMachineSnapshot, entry: ControlEntry): ControlDecision {
  if (entry.gate === undefined) return refused('it does not name a gate');
  const event = { type: 'operator.approve', gate: entry.gate };
  const gate = gateOf(snapshot);
  if (!snapshot.can(event)) return refused(wrongGate(entry.gate, gate));
  if (gate === entry.gate) return { kind: 'event', event };
  // A machine may take note of an approval in advance; an approval never opens a gate of another name.
  const [next] = transition(machine, snapshot, event);
  const stays = JSON.stringify(next.value) === JSON.stringify(snapshot.value);
  return stays ? { kind: 'event', event } : refused(wrongGate(entry.gate, gate));
}

const wrongGate = (asked: string, current: string | null): string =>
  current === null
    ? `the run does not wait at gate "${asked}"`
    : `the run waits at gate "${current}", not at "${asked}"`;

const refused = (why: string): ControlDecision => ({ kind: 'refused', why });
