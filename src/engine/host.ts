import type { Failure } from '#errors/failure';
import type { Notify } from '#messages/message';
import type { Waiting } from '#messages/registry';
import type { RunLog, RunnerNote, RunnerProcess } from '#ports/record-log';
import type { Time } from '#ports/time';
import type { Procedure } from './author/procedure.ts';
import type { Effect, RunRecord } from './record.ts';

/** Everything the engine needs to run one procedure. */
export interface Host {
  readonly procedure: Procedure;
  readonly log: RunLog;
  readonly time: Time;
  readonly notify: Notify;
  /** Version of the tool. */
  readonly tool: string;
  /** This runner: who it is, for the heartbeat. */
  readonly runner: RunnerProcess & Pick<RunnerNote, 'owner'>;
  /** Does one slice of the effect. A thrown error becomes the failure of the effect. */
  perform(effect: Effect, slice: EngineSlice): Promise<SliceResult>;
  /** One line about an effect, for progress. */
  describe(effect: Effect): string;
  /**
   * After a resume, before the first slice: the guarding checks, read-only. A failure (also a thrown one) parks the run,
   * null lets it go on; as long as they cannot be made they are waited for and made again.
   */
  guard?(record: RunRecord): Promise<Failure | { readonly waitingFor: Waiting } | null>;
}

/** At most 50 s; aborted with reason `rest` or `superseded`. */
export interface EngineSlice {
  readonly token: string;
  readonly scheduledAt: number;
  readonly end: number;
  readonly signal: AbortSignal;
  /** The clock to wait on in this slice: it is `Host.time`, and keeps the heartbeat going while the step waits. */
  readonly time: Time;
  /** What the step is about to wait for, for whoever looks meanwhile: no record, no message. */
  readonly waits: (waitingFor: Waiting) => void;
  /**
   * To be awaited right before anything is changed: throws the signal's reason when another runner has taken the run over,
   * and `LogLost` when the log is not there any more.
   * A runner that was stopped for a while would otherwise act on what was true before.
   */
  readonly ensureOurs: () => Promise<void>;
}

export type SliceResult =
  | { readonly kind: 'done'; readonly output: unknown }
  | { readonly kind: 'again'; readonly waitingFor: Waiting };

/** Why `drive` returned. The head of the log says everything else. */
export type Ending =
  | { readonly kind: 'finished' | 'blocked' | 'held' | 'aborted'; readonly record: RunRecord }
  | { readonly kind: 'parked'; readonly record: RunRecord; readonly failure: Failure }
  | { readonly kind: 'gate'; readonly record: RunRecord; readonly gate: string }
  | { readonly kind: 'paused'; readonly record: RunRecord; readonly by: string; readonly why: string }
  | { readonly kind: 'superseded'; readonly by: string };
