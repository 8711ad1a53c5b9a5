import type { RunLog, RunnerProcess } from '#ports/record-log';
import { begin, plain } from './advance.ts';
import { type Appended, appendRecord } from './append.ts';
import { idOf, type Procedure } from './author/procedure.ts';
import type { RunHeader, RunRecord } from './record.ts';

/** A run that is about to begin. */
export interface NewRun {
  readonly run: string;
  readonly procedure: Procedure;
  readonly header: RunHeader;
  readonly tool: string;
  readonly owner: string;
  /** The process of the owner. */
  readonly runner?: RunnerProcess;
}

/** Appends the first record; `superseded` when the log has one already. */
export async function startRun(log: RunLog, run: NewRun, now: number): Promise<Appended> {
  return appendRecord(log, firstRecord(run, now));
}

/** The first record of a run: its machine in the initial state, its first effect pending. Pure. */
export function firstRecord({ run, procedure, header, tool, owner, runner }: NewRun, now: number): RunRecord {
  return {
    format: 1,
    seq: 0,
    prev: null,
    at: now,
    run,
    tool,
    procedure: idOf(procedure),
    owner,
    kind: 'start',
    event: null,
    ...begin(procedure.machine, header.input, run, now),
    controls: 0,
    ...(runner === undefined ? {} : { runner }),
    header: plain(header),
  };
}
