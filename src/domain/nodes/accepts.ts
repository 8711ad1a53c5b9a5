import { selects } from '../drain/selector.ts';
import type { LabelRequirement, Metadata } from '../kubernetes/metadata.ts';
import type { Node, Taint } from '../kubernetes/node.ts';
import type { PodSpec, Toleration } from '../kubernetes/pod.ts';

/**
 * Whether pods of a DaemonSet template belong on the node: node selector, required node affinity, and no taint that
 * they do not tolerate. Taints of the node controller are tolerated by every DaemonSet
 * (https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/#taints-and-tolerations).
 */
export function acceptsDaemonSet(node: Node, spec: PodSpec): boolean {
  return (
    selectsPlace(spec, node.metadata) &&
    (node.spec.taints ?? []).every((it) => isHarmless(it) || isTolerated(it, spec.tolerations ?? []))
  );
}

/** A node, or what is known of one that is to come. */
export type Place = Pick<Metadata, 'name' | 'labels'>;

/** Whether node selector and required node affinity let pods onto such a node (https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/). */
export function selectsPlace(spec: PodSpec, place: Place): boolean {
  const labels = place.labels ?? {};
  return (
    Object.entries(spec.nodeSelector ?? {}).every(([key, value]) => labels[key] === value) && fitsAffinity(place, spec)
  );
}

function fitsAffinity(place: Place, { affinity }: PodSpec): boolean {
  const terms = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  if (!terms) return true;
  return terms.some(({ matchExpressions = [], matchFields = [] }) => {
    const isEmpty = matchExpressions.length + matchFields.length === 0;
    return !isEmpty && meets(matchExpressions, place.labels) && meets(matchFields, { 'metadata.name': place.name });
  });
}

function meets(
  matchExpressions: readonly LabelRequirement[],
  labels: Readonly<Record<string, string>> | undefined,
): boolean {
  return selects({ matchExpressions }, labels);
}

const isHarmless = ({ key, effect }: Taint): boolean =>
  effect === 'PreferNoSchedule' || key.startsWith('node.kubernetes.io/');

function isTolerated(taint: Taint, tolerations: readonly Toleration[]): boolean {
  return tolerations.some(({ key, operator = 'Equal', value = '', effect = '' }) => {
    if (effect !== '' && effect !== taint.effect) return false;
    if (operator === 'Exists') return key === undefined || key === '' || key === taint.key;
    return key === taint.key && value === (taint.value ?? '');
  });
}
