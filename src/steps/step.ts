import type { Notify } from '#messages/message';
import type { Waiting } from '#messages/registry';
import type { Ec2 } from '#ports/ec2';
import type { Eks } from '#ports/eks';
import type { Kubernetes } from '#ports/kubernetes';
import type { Time } from '#ports/time';

/** Everything a step may use from outside. */
export interface StepPorts {
  readonly eks: Eks;
  readonly ec2: Ec2;
  readonly kubernetes: Kubernetes;
  readonly time: Time;
  readonly notify: Notify;
}

/** One bounded stretch of work: at most 50 s from `now`. */
export interface Slice {
  /** The same in all attempts of one scheduling; 32 hex digits, fit for `clientRequestToken`. */
  readonly token: string;
  /** When the effect was scheduled, not when this slice began: survives resumes. Instant, ms, UTC. */
  readonly scheduledAt: number;
  /** The slice has to end by then. Instant, ms, UTC. */
  readonly end: number;
  /** Notes trouble that may pass by itself, and tells since when it has been met: not while nobody looked. Instant, ms, UTC. */
  readonly troubledSince: () => number;
  /** What has been told to the operator in this effect, under keys of the step's own: not to be told again in the next slice. */
  readonly told: Map<string, string>;
  /** Aborted with reason `rest` (return early, truthfully; finish an act in flight first) or `superseded` (issue nothing more). */
  readonly signal: AbortSignal;
  /** Called right before a wait inside the slice: `upgrade status` shows it at once. */
  readonly waits: (waitingFor: Waiting) => void;
}

export type StepResult<Output> = { readonly kind: 'done'; readonly output: Output } | Again;

/** Not settled yet: the engine gives it another slice with the same token; nothing is recorded. */
export interface Again {
  readonly kind: 'again';
  readonly waitingFor: Waiting;
}

/**
 * One effect, done safely twice: observes, lets the domain decide, acts, reports. Input and output are plain JSON.
 * A failure is a thrown `UpgradeError`; it parks the run.
 */
export interface Step<Input, Output> {
  /** One line for the plan and the progress: `start the update of cluster ekstest to 1.21`. */
  describe(input: Input): string;
  run(input: Input, ports: StepPorts, slice: Slice): Promise<StepResult<Output>>;
}

export const done = <Output>(output: Output): StepResult<Output> => ({ kind: 'done', output });
export const again = (waitingFor: Waiting): Again => ({ kind: 'again', waitingFor });
