import type { Nodegroup } from '#domain/eks/nodegroup';
import type { Node, Taint } from '#domain/kubernetes/node';
import {
  CORDONED_AT,
  CORDONED_BY,
  FOUND_CORDONED_BY,
  groupOf,
  isFoundCordoned,
  isOurCordon,
  MARK_PREFIX,
} from './marks.ts';

export type CordonDecision =
  | { readonly kind: 'cordon'; readonly patch: MarkPatch }
  | { readonly kind: 'ours-already' }
  /** Somebody else closed it: only the instant is noted, so that we never open it either. */
  | { readonly kind: 'note-foreign'; readonly patch: MarkPatch }
  | { readonly kind: 'foreign-already' };

/** A conditional merge patch of a node. */
export interface MarkPatch {
  readonly metadata: {
    readonly resourceVersion: string;
    readonly labels?: Readonly<Record<string, null>>;
    readonly annotations?: Readonly<Record<string, string | null>>;
  };
  readonly spec?: { readonly unschedulable?: boolean | null; readonly taints?: readonly Taint[] };
}

/** What to do so that no new pod is placed on the node. `now`: instant, ms. */
export function decideCordon(node: Node, runId: string, now: number): CordonDecision {
  const { resourceVersion } = node.metadata;
  const at = { [CORDONED_AT]: new Date(now).toISOString() };
  if (node.spec.unschedulable) {
    if (isOurCordon(node, runId)) return { kind: 'ours-already' };
    if (isFoundCordoned(node, runId)) return { kind: 'foreign-already' };
    return {
      kind: 'note-foreign',
      patch: { metadata: { resourceVersion, annotations: { [FOUND_CORDONED_BY]: runId, ...at } } },
    };
  }
  const annotations = { [CORDONED_BY]: runId, ...at };
  return { kind: 'cordon', patch: { metadata: { resourceVersion, annotations }, spec: { unschedulable: true } } };
}

/** Managed node groups by name, null for one that EKS does not have any more; one that nobody could see is missing. */
export type SeenGroups = ReadonlyMap<string, Pick<Nodegroup, 'status'> | null>;

/**
 * Why the cordon of this run stays on a node: pods that land on a node whose managed group is going die with it.
 * Null when the cordon is not ours, or may go.
 */
export function whyKeptClosed(node: Node, runId: string, groups: SeenGroups): string | null {
  const name = groupOf(node);
  if (name === undefined || !isOurCordon(node, runId)) return null;
  const group = groups.get(name);
  if (group === undefined) return `nobody knows whether its node group ${name} is being deleted`;
  if (group === null) return `its node group ${name} is deleted`;
  return GOING.has(group.status) ? `its node group ${name} is ${group.status}` : null;
}

const GOING: ReadonlySet<Nodegroup['status']> = new Set(['DELETING', 'DELETE_FAILED']);

/**
 * Takes away everything on the node that carries this run's id; null when there is nothing. The cordon goes with it,
 * unless the node is kept closed.
 */
export function decideUndo(node: Node, runId: string, isKeptClosed: boolean): MarkPatch | null {
  const labels = ours(node.metadata.labels, runId);
  const annotations = ours(node.metadata.annotations, runId).filter((key) => !(isKeptClosed && key === CORDONED_BY));
  const taints = (node.spec.taints ?? []).filter((it) => !isOurTaint(it, runId));
  const fewer = taints.length < (node.spec.taints ?? []).length;
  if (labels.length + annotations.length === 0 && !fewer) return null;
  const cordoned = annotations.includes(CORDONED_BY);
  const noted = cordoned || annotations.includes(FOUND_CORDONED_BY);
  return {
    metadata: {
      resourceVersion: node.metadata.resourceVersion,
      ...(labels.length > 0 && { labels: gone(labels) }),
      ...(annotations.length > 0 && { annotations: gone(noted ? [...annotations, CORDONED_AT] : annotations) }),
    },
    ...((cordoned || fewer) && { spec: { ...(cordoned && { unschedulable: null }), ...(fewer && { taints }) } }),
  };
}

const ours = (marks: Readonly<Record<string, string>> | undefined, runId: string): readonly string[] =>
  Object.keys(marks ?? {}).filter((key) => key.startsWith(MARK_PREFIX) && marks?.[key] === runId);

const isOurTaint = (taint: Taint, runId: string): boolean => taint.key.startsWith(MARK_PREFIX) && taint.value === runId;

const gone = (keys: readonly string[]): Readonly<Record<string, null>> =>
  Object.fromEntries(keys.map((key) => [key, null]));
