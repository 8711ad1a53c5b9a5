import type { Node } from '../kubernetes/node.ts';
import { isReady, NODEGROUP } from './labels.ts';

/** The nodes that are not Ready, with the reason their kubelet gives; nodes of groups that EKS no longer lists are leaving and left out. */
export function unreadySurvivors(nodes: readonly Node[], groups: readonly string[]): readonly string[] {
  return nodes
    .filter((node) => !isReady(node) && !isLeaving(node, groups))
    .map(({ metadata, status }) => {
      const condition = status.conditions?.find(({ type }) => type === 'Ready');
      return `${metadata.name}: ${condition?.message ?? condition?.reason ?? 'no status'}`;
    });
}

function isLeaving(node: Node, groups: readonly string[]): boolean {
  const group = node.metadata.labels?.[NODEGROUP];
  return group !== undefined && !groups.includes(group);
}
