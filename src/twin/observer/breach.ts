/** A rule of docs/architecture.md that a call broke, as seen from inside the cluster. */
export interface Breach {
  /** Instant, ms, UTC. */
  readonly at: number;
  /** The rule's name: `lease`, `eviction` … */
  readonly rule: string;
  /** What is wrong, and with which object. */
  readonly text: string;
  /** As the journal names it: `k8s:evict pods`. */
  readonly operation: string;
}
