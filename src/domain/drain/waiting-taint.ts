import type { Node, Taint } from '#domain/kubernetes/node';
import { MARK_PREFIX } from './marks.ts';

/** On nodes whose group is rotated later in this run: pods that are evicted now should rather not go there, or they move twice. */
export const ROTATED_LATER = `${MARK_PREFIX}rotated-later`;

export type WaitingTaint =
  | { readonly kind: 'taint'; readonly patch: TaintPatch }
  | { readonly kind: 'there-already' }
  /** Nothing is placed there anyway. */
  | { readonly kind: 'cordoned' };

/** A conditional merge patch of a node's taints; an array is replaced as a whole. */
export interface TaintPatch {
  readonly metadata: { readonly resourceVersion: string };
  readonly spec: { readonly taints: readonly Taint[] };
}

/** The soft taint (PreferNoSchedule) with this run's id as its value, by which it is taken away again. */
export function decideWaitingTaint({ metadata, spec }: Node, runId: string): WaitingTaint {
  const taints = spec.taints ?? [];
  if (taints.some(({ key, value }) => key === ROTATED_LATER && value === runId)) return { kind: 'there-already' };
  if (spec.unschedulable) return { kind: 'cordoned' };
  const taint: Taint = { key: ROTATED_LATER, value: runId, effect: 'PreferNoSchedule' };
  const { resourceVersion } = metadata;
  return { kind: 'taint', patch: { metadata: { resourceVersion }, spec: { taints: [...taints, taint] } } };
}
