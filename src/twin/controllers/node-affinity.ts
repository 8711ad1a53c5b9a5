import type { NodeObject, PodSpec } from '../model/object.ts';
import { nodeFits, termFits } from '../model/selector.ts';

/** Whether a node is one that the pod's own node selector and required node affinity name. */
export function isChosenBy(spec: PodSpec, node: NodeObject): boolean {
  const labels = node.metadata.labels ?? {};
  if (Object.entries(spec.nodeSelector ?? {}).some(([key, value]) => labels[key] !== value)) return false;
  const affinity = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return !affinity || nodeFits(affinity, node);
}

/** The sum of the weights of the preferred terms that fit the node. */
export function preferenceFor(spec: PodSpec, node: NodeObject): number {
  const preferred = spec.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  return preferred.reduce((sum, it) => sum + (termFits(it.preference, node) ? it.weight : 0), 0);
}

/** The only node that the affinity names (a pod of a DaemonSet), undefined when it leaves a choice. */
export function onlyNode(spec: PodSpec): string | undefined {
  const terms = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const [field] = terms.length === 1 ? (terms[0]?.matchFields ?? []) : [];
  if (field?.key !== 'metadata.name' || field.operator !== 'In' || field.values?.length !== 1) return undefined;
  return field.values[0];
}
