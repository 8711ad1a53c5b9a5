import type { RecordBody } from './advance.ts';
import { hashOf } from './chain.ts';
import type { RecordKind, RunRecord } from './record.ts';

/** A record with the bytes it has in the log: the next one holds their hash. */
export interface Stored {
  readonly record: RunRecord;
  readonly bytes: string;
}

/** Who writes. */
export interface Writer {
  readonly tool: string;
  /** `blue-green@1` */
  readonly procedure: string;
  readonly owner: string;
}

/** What the next record says beyond its place in the chain. */
export interface Change {
  readonly kind: RecordKind;
  readonly event: RunRecord['event'];
  readonly body: RecordBody;
  readonly controls?: number;
  readonly refused?: string;
  readonly gap?: number;
  readonly runner?: RunRecord['runner'];
}

/** The record after `last`. */
export function nextRecord(last: Stored, writer: Writer, change: Change, now: number): RunRecord {
  const { kind, event, body, controls, refused, gap, runner } = change;
  return {
    format: 1,
    seq: last.record.seq + 1,
    prev: hashOf(last.bytes),
    at: now,
    run: last.record.run,
    ...writer,
    kind,
    event,
    ...body,
    controls: controls ?? last.record.controls,
    ...(refused === undefined ? {} : { refused }),
    ...(gap === undefined ? {} : { gap }),
    ...(runner === undefined ? {} : { runner }),
  };
}

/** The body of a record that leaves the machine as it is. */
export function unchanged({ state, snapshot, effect, timers }: RunRecord): RecordBody {
  return { state, snapshot, effect, timers };
}
