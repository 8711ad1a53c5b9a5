import type { TwinFace } from '../api/face.ts';

/** What has to be known of a twin to serve it over HTTP: its face, its time, its journal, and how it is told where it is served. */
export interface ServedTwin {
  readonly face: TwinFace;
  readonly time: ServedTime;
  /** The cluster's name and the AWS account it belongs to. */
  identity(): { readonly cluster: string; readonly account: string };
  readonly journal: { entries(): readonly unknown[] };
  /** From now on DescribeCluster answers with this URL and this base64 of a PEM certificate authority. */
  setEndpoint(url: string, certificateAuthority: string): void;
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
