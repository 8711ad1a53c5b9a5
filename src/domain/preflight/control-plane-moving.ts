import type { Cluster } from '../eks/cluster.ts';
import { movesTo } from '../versions/decide-start.ts';
import type { PlannedHop } from './check.ts';
import type { RunningUpdate } from './facts.ts';

/**
 * Whether the move of the control plane is under way or done: then the checks of what it needs come too late, and the
 * API server may have lost the old version's kinds already.
 */
export function isControlPlaneMoving(cluster: Cluster, updates: readonly RunningUpdate[], { to }: PlannedHop): boolean {
  return cluster.version === to || updates.some(({ nodegroup, update }) => nodegroup === null && movesTo(update, to));
}
