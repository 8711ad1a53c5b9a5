/** The exit codes of the command line; stable, scripts rely on them. */
export const EXIT = {
  /** Done, or the plan can be carried out. */
  done: 0,
  /** Failed or parked. */
  failed: 1,
  /** Wrong use, unknown hop, invalid runbook, a state folder that cannot be written. */
  usage: 2,
  /** Blocked before any change: nothing was changed. */
  blocked: 3,
  /** Paused, or waiting at a gate; can be resumed. */
  paused: 4,
  /** Another run or runner holds the cluster. */
  held: 5,
  /** Aborted by the operator. */
  aborted: 6,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
