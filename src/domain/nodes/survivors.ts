import type { Node } from '../kubernetes/node.ts';
import { isReady, NODEGROUP } from './labels.ts';

/**
 * The nodes that are not Ready, with the reason their kubelet gives. Left out: nodes of groups that EKS no longer lists,
 * which are leaving, and those that were not Ready before the run either.
 */
export function unreadySurvivors(
  nodes: readonly Node[],
  groups: readonly string[],
  brokenBefore: readonly string[] = [],
): readonly string[] {
  return nodes
    .filter((node) => !isReady(node) && !isLeaving(node, groups) && !brokenBefore.includes(node.metadata.name))
    .map(unreadyNodeInWords);
}

/** `ip-10-0-1-1: Kubelet stopped posting node status.` */
export function unreadyNodeInWords({ metadata, status }: Node): string {
  const condition = status.conditions?.find(({ type }) => type === 'Ready');
  return `${metadata.name}: ${condition?.message ?? condition?.reason ?? 'no status'}`;
}

function isLeaving(node: Node, groups: readonly string[]): boolean {
  const group = node.metadata.labels?.[NODEGROUP];
  return group !== undefined && !groups.includes(group);
}
