import type { Node, Taint } from '#domain/kubernetes/node';
import { CORDONED_AT, CORDONED_BY, FOUND_CORDONED_BY, isFoundCordoned, isOurCordon, MARK_PREFIX } from './marks.ts';

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

/** Takes away everything on the node that carries this run's id, the cordon included; null when there is nothing. */
export function decideUndo(node: Node, runId: string): MarkPatch | null {
  const labels = ours(node.metadata.labels, runId);
  const annotations = ours(node.metadata.annotations, runId);
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
