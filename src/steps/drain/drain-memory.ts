import type { Granted, Held } from '#domain/drain/scene';
import type { Pod } from '#ports/kubernetes';

/** What one slice remembers. A lost memory costs a repeated question, never a second eviction: the cluster shows those. */
export interface DrainMemory {
  readonly granted: Map<string, Granted>;
  readonly held: Map<string, Held>;
  /** Refusals in a row, by the pod's UID. */
  readonly refusals: Map<string, number>;
  /** Pods that had to go at the last look, by UID. */
  readonly leaving: Map<string, Pod>;
  /** The API server asked for silence until then. */
  quietUntil: number;
  /** Since when the stores show nothing that has to go; null while they do. */
  emptySince: number | null;
  /** Since when a pod is there that nobody may evict. */
  blockedSince: number | null;
  eviction: 'policy/v1' | 'policy/v1beta1' | null;
}

export const newMemory = (): DrainMemory => ({
  granted: new Map(),
  held: new Map(),
  refusals: new Map(),
  leaving: new Map(),
  quietUntil: 0,
  emptySince: null,
  blockedSince: null,
  eviction: null,
});
