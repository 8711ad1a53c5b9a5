import { selects } from '../drain/selector.ts';
import type { LabelRequirement } from '../kubernetes/metadata.ts';
import type { Node, Taint } from '../kubernetes/node.ts';
import type { PodSpec, Toleration } from '../kubernetes/pod.ts';

/**
 * Whether pods of a DaemonSet template belong on the node: node selector, required node affinity, and no taint that
 * they do not tolerate. Taints of the node controller are tolerated by every DaemonSet
 * (https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/#taints-and-tolerations).
 */
export function acceptsDaemonSet(node: Node, spec: PodSpec): boolean {
  const labels = node.metadata.labels ?? {};
  const selected = Object.entries(spec.nodeSelector ?? {}).every(([key, value]) => labels[key] === value);
  return (
    selected &&
    fitsAffinity(node, spec) &&
    (node.spec.taints ?? []).every((it) => isHarmless(it) || isTolerated(it, spec.tolerations ?? []))
  );
}

function fitsAffinity(node: Node, { affinity }: PodSpec): boolean {
  const terms = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms;
  if (!terms) return true;
  return terms.some(({ matchExpressions = [], matchFields = [] }) => {
    const isEmpty = matchExpressions.length + matchFields.length === 0;
    return (
      !isEmpty &&
      meets(matchExpressions, node.metadata.labels) &&
      meets(matchFields, { 'metadata.name': node.metadata.name })
    );
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
