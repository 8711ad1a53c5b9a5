/**
 * A sequence of immutable entries, numbered from 0. One primitive: create entry N if it does not exist.
 * Implemented in memory and on disk (docs/record-format.md).
 */
export interface EntrySequence {
  /** The last entry, or null while the sequence is empty. */
  head(): Promise<{ readonly seq: number; readonly bytes: string } | null>;
  read(seq: number): Promise<string | null>;
  /** `unknown`: the answer was lost; read back and compare. */
  create(seq: number, bytes: string): Promise<'created' | 'exists' | 'unknown'>;
}

/** The log of one run. */
export interface RunLog {
  /** For people: a path or URL. */
  readonly place: string;
  readonly records: EntrySequence;
  readonly control: EntrySequence;
  /** Heartbeat and progress: overwritten, outside the chain (`runner.json`). */
  writeRunner(note: RunnerNote): Promise<void>;
  readRunner(): Promise<RunnerNote | null>;
  /** Resolves when a control entry beyond `seq` may exist, or when `signal` is aborted. May resolve too early. */
  controlBeyond(seq: number, signal: AbortSignal): Promise<void>;
}

/** A runner's process. */
export interface RunnerProcess {
  readonly host: string;
  readonly pid: number;
  /** Start time of the process as the system tells it, so that a reused pid is not mistaken for ours; null if unknown. */
  readonly processStartedAt: string | null;
  /** The space in which `pid` counts (proc(5), `/proc/self/ns/pid`): in another one it is another process; null if unknown. */
  readonly pidSpace?: string | null;
}

export interface RunnerNote extends RunnerProcess {
  readonly owner: string;
  /** Instant, ms, UTC. */
  readonly at: number;
  readonly state: string;
  readonly waitingFor: string | null;
}
