import type { Check, Concern, PlannedHop } from '#domain/preflight/check';
import type { Facts } from '#domain/preflight/facts';
import { HOP, healthyCluster } from './healthy-cluster.ts';

/** What one check says about the healthy cluster with some facts changed. */
export const look = (check: Check, changed: Partial<Facts>, hop: Partial<PlannedHop> = {}): readonly Concern[] =>
  check.look(healthyCluster(changed), { ...HOP, ...hop });
