/** One answer of the API server: its own clock, and ours right before the question and right after the answer. Instants, ms, UTC. */
export interface Clocks {
  /** From the HTTP header `Date`, which has whole seconds: the server's time was this or up to one second more. */
  readonly server: number;
  readonly asked: number;
  readonly answered: number;
}

const WHOLE_SECOND = 1_000;

/** How far our clock is ahead of the server's (negative: behind it) at least, ms; 0 as long as the time of the answer and the whole seconds explain it. */
export function clockDifference({ server, asked, answered }: Clocks): number {
  if (answered < server) return answered - server;
  return Math.max(0, asked - (server + WHOLE_SECOND));
}
