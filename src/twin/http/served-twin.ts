import type { TwinFace } from '../api/face.ts';

/** What has to be known of a twin to serve it over HTTP: its face, its clock, its journal, and a way to tell it where it is served. */
export interface ServedTwin {
  readonly face: TwinFace;
  readonly clock: ServedClock;
  /** What was asked and answered so far, oldest first; plain JSON. */
  journal(): readonly unknown[];
  /** From now on DescribeCluster answers with this URL and this base64 of a PEM certificate authority. */
  setEndpoint(url: string, certificateAuthority: string): void;
}

/** Model time, moved from outside. Instants are milliseconds since 1970, UTC. */
export interface ServedClock {
  now(): number;
  /** When the world changes next by itself; null if nothing is due. */
  nextDue(): number | null;
  /** Moves time to `instant` and carries out, in order, all that is due up to and at that instant. Never moves back. */
  moveTo(instant: number): void;
}
