import type { EventObject } from 'xstate';
import type { RunnerProcess } from '#ports/record-log';

/** One immutable entry of a run's log. The format is public: docs/record-format.md. */
export interface RunRecord {
  readonly format: 1;
  readonly seq: number;
  /** SHA-256 (hex) of the bytes of the record before; null for the first. */
  readonly prev: string | null;
  /** Instant, ms, UTC. */
  readonly at: number;
  readonly run: string;
  /** Version of the tool that wrote it. */
  readonly tool: string;
  /** `blue-green@1` */
  readonly procedure: string;
  /** Random id of the runner that wrote it. */
  readonly owner: string;
  readonly kind: RecordKind;
  /** What happened: the event that was given to the machine; null where the machine was not touched (claim, pause, refusal). */
  readonly event: EventObject | null;
  /** `work.drain.emptying` */
  readonly state: string;
  readonly snapshot: unknown;
  readonly effect: Effect | null;
  readonly timers: readonly Timer[];
  /** How many control entries have been consumed. */
  readonly controls: number;
  /** Why the control entry consumed here was refused. */
  readonly refused?: string;
  /** Claim only: ms without a runner, by which the deadlines were shifted. */
  readonly gap?: number;
  /** Start and claim only: the process that has the run from here on; its death shows even when it had no time to give a sign of life. */
  readonly runner?: RunnerProcess;
  /** First record only. */
  readonly header?: RunHeader;
}

export type RecordKind = 'start' | 'claim' | 'step' | 'timer' | 'control' | 'guard';

/** What a run is about; written once. A resume compares it with the cluster it finds. */
export interface RunHeader {
  readonly hop: string;
  /** The identity of the cluster: two runs are about the same cluster only if all of this is equal. */
  readonly target: Readonly<Record<string, string>>;
  /** The runbook's bytes, so that a later change of the file does not change the run. */
  readonly runbook: string;
  /** Who started it: user@host. */
  readonly by: string;
  /** Input of the machine. */
  readonly input: unknown;
}

/** The one pending effect. */
export interface Effect {
  readonly id: string;
  readonly src: string;
  readonly input: unknown;
  /** sha256(run, effect id, seq of the record that scheduled it), first 32 hex digits. */
  readonly token: string;
  /** When it was scheduled: instant, ms, UTC. */
  readonly scheduledAt: number;
}

export interface Timer {
  readonly id: string;
  readonly event: EventObject;
  /** Instant, ms, UTC. */
  readonly due: number;
  /** A `…Deadline`: shifted by the time without a runner. */
  readonly deadline: boolean;
}

/** What a person asked for; anybody may append one. */
export interface ControlEntry {
  readonly format: 1;
  readonly seq: number;
  readonly prev: string | null;
  readonly at: number;
  readonly verb: 'pause' | 'retry' | 'skip' | 'approve' | 'abort';
  /** `approve` only. */
  readonly gate?: string;
  readonly by: string;
  readonly why?: string;
  /** The record the person saw. */
  readonly saw: number;
  /** The runner (`owner`) at whose terminal it was typed: it means nothing to another one. */
  readonly to?: string;
}
