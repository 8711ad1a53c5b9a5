/** `17:30:38`, UTC. */
export const clockTime = (instant: number): string => new Date(instant).toISOString().slice(11, 19);

/** `28 min`, or seconds below one minute. */
export function minutes(ms: number): string {
  return ms < 60_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`;
}
