import type { Node } from '#domain/kubernetes/node';

/** Every label, taint and annotation of ours begins so; its value is the id of the run that set it. */
export const MARK_PREFIX = 'eks-upgrade-runbook/';

/** The ledger of cordons: only what carries our run's id is undone by us. */
export const CORDONED_BY = `${MARK_PREFIX}cordoned-by`;

/** On a node that somebody else had closed before us: it stays closed when our marks go. */
export const FOUND_CORDONED_BY = `${MARK_PREFIX}found-cordoned-by`;

/** Since when the node counts as closed for this run, RFC 3339: pods that came later did so in spite of the cordon. */
export const CORDONED_AT = `${MARK_PREFIX}cordoned-at`;

const NODEGROUP = 'eks.amazonaws.com/nodegroup';

/** The managed node group of a node. */
export const groupOf = (node: Node): string | undefined => node.metadata.labels?.[NODEGROUP];

/** The nodes of a managed node group, oldest first, then by name. */
export const nodesOfGroup = (nodes: readonly Node[], group: string): readonly Node[] =>
  nodes.filter((it) => it.metadata.labels?.[NODEGROUP] === group).sort(byAge);

/** Whether a node of the same managed group takes pods: what is evicted from `node` could land there and had to move again. */
export function isOpenBeside({ metadata, spec }: Node, node: Node | undefined): boolean {
  const group = node?.metadata.labels?.[NODEGROUP];
  return group !== undefined && metadata.labels?.[NODEGROUP] === group && !spec.unschedulable;
}

/** Whether the cordon on this node is ours. */
export const isOurCordon = (node: Node, runId: string): boolean => node.metadata.annotations?.[CORDONED_BY] === runId;

/** Whether this run has noted that it found the node closed. */
export const isFoundCordoned = (node: Node, runId: string): boolean =>
  node.metadata.annotations?.[FOUND_CORDONED_BY] === runId;

/** Since when the node counts as closed for this run, ms; null while it carries no mark of this run: then nothing is known to have come later. */
export function cordonedAt(node: Node, runId: string): number | null {
  const at = node.metadata.annotations?.[CORDONED_AT];
  return at !== undefined && (isOurCordon(node, runId) || isFoundCordoned(node, runId)) ? Date.parse(at) : null;
}

function byAge(a: Node, b: Node): number {
  const age = Date.parse(a.metadata.creationTimestamp) - Date.parse(b.metadata.creationTimestamp);
  return age || (a.metadata.name < b.metadata.name ? -1 : 1);
}
