/** The only clock and the only way to wait, for steps and for the engine. Instants are milliseconds since 1970, UTC. */
export interface Time {
  now(): number;
  /**
   * Waits until `instant`, or until the world as far as we watch it has changed, or until `signal` is aborted,
   * whichever comes first. Never waits longer; may return early.
   */
  until(instant: number, signal?: AbortSignal): Promise<'due' | 'changed' | 'interrupted'>;
}
