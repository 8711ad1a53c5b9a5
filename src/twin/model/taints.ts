import type { NodeObject, Taint, Toleration } from './object.ts';

/** https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/ */
export function tolerates(tolerations: readonly Toleration[] | undefined, taint: Taint): boolean {
  return (tolerations ?? []).some((it) => {
    if (it.effect !== undefined && it.effect !== '' && it.effect !== taint.effect) return false;
    if (it.operator === 'Exists') return it.key === undefined || it.key === '' || it.key === taint.key;
    return it.key === taint.key && (it.value ?? '') === (taint.value ?? '');
  });
}

/** The first taint that keeps a pod with these tolerations away. */
export const repellingTaint = (node: NodeObject, tolerations: readonly Toleration[] | undefined): Taint | undefined =>
  node.spec.taints?.find((it) => it.effect !== 'PreferNoSchedule' && !tolerates(tolerations, it));

/** How many taints ask such a pod politely to go elsewhere. */
export const discouragements = (node: NodeObject, tolerations: readonly Toleration[] | undefined): number =>
  node.spec.taints?.filter((it) => it.effect === 'PreferNoSchedule' && !tolerates(tolerations, it)).length ?? 0;
