import type { WireAnswer } from '../api/answer.ts';
import type { TwinFace } from '../api/face.ts';
import type { WatchKeeper } from '../faults/twin-faults.ts';
import type { What } from '../scenario/happening-schema.ts';

/** What has to be known of a twin to serve it over HTTP: its face, its time, its journal, and how it is told where it is served. */
export interface ServedTwin {
  readonly face: TwinFace;
  readonly time: ServedTime;
  /** The cluster's name and the AWS account it belongs to. */
  identity(): { readonly cluster: string; readonly account: string };
  readonly journal: { entries(): readonly unknown[] };
  /** Where its user has broken a rule that keeps clusters safe; absent where nobody looks. */
  breaches?(): readonly unknown[];
  /** Absent: nothing goes wrong here. */
  readonly faults?: ServedFaults;
  /** From now on DescribeCluster answers with this URL and this base64 of a PEM certificate authority. */
  setEndpoint(url: string, certificateAuthority: string): void;
}

/** What goes wrong, as it is steered from outside. */
export interface ServedFaults {
  mend(): void;
  happen(what: What): WireAnswer;
  areWatchesCut(): boolean;
  keepWatches(keeper: WatchKeeper): void;
}

/** Model time, moved from outside. Instants are milliseconds since 1970, UTC. */
export interface ServedTime {
  now(): number;
  /** When something happens next; null when nothing is to come. */
  nextAt(): number | null;
  /** Moves to the next happening, at most to `until`; one happening a call. Gives the new time. */
  advanceTo(until: number): number;
  /** Carries out all that is due up to `now`, each at its own instant; then it is `now`. */
  tick(now: number): void;
}
