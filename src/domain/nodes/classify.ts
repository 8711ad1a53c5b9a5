import type { Node } from '../kubernetes/node.ts';
import { COMPUTE_TYPE, NODEGROUP } from './labels.ts';

export type NodeClass =
  | { readonly kind: 'managed-group'; readonly group: string }
  | { readonly kind: 'karpenter'; readonly pool: string }
  | { readonly kind: 'self-managed' | 'auto-mode' | 'fargate' | 'hybrid' }
  | { readonly kind: 'unknown'; readonly why: string };

type Rule = (node: Node, groups: readonly string[]) => NodeClass | null;

const RULES: readonly Rule[] = [byComputeType, byGroup, byKarpenter, byProvider];

/** Who manages the node; `groups` are the managed node groups that EKS lists. First opinion wins. */
export function classifyNode(node: Node, groups: readonly string[]): NodeClass {
  for (const rule of RULES) {
    const found = rule(node, groups);
    if (found) return found;
  }
  return { kind: 'unknown', why: `neither labels nor providerID "${node.spec.providerID ?? ''}" tell who manages it` };
}

// First: an Auto Mode node carries Karpenter's label as well.
function byComputeType(node: Node): NodeClass | null {
  switch (label(node, COMPUTE_TYPE)) {
    case 'auto':
      return { kind: 'auto-mode' };
    case 'fargate':
      return { kind: 'fargate' };
    case 'hybrid':
      return { kind: 'hybrid' };
    default:
      return null;
  }
}

function byGroup(node: Node, groups: readonly string[]): NodeClass | null {
  const group = label(node, NODEGROUP);
  if (group === undefined) return null;
  if (groups.includes(group)) return { kind: 'managed-group', group };
  return {
    kind: 'unknown',
    why: `its label ${NODEGROUP} names "${group}", which is no managed node group of this cluster`,
  };
}

function byKarpenter(node: Node): NodeClass | null {
  const pool = label(node, 'karpenter.sh/nodepool') ?? label(node, 'karpenter.sh/provisioner-name');
  return pool === undefined ? null : { kind: 'karpenter', pool };
}

function byProvider(node: Node): NodeClass | null {
  const id = node.spec.providerID ?? '';
  if (id.startsWith('eks-hybrid:')) return { kind: 'hybrid' };
  return /^aws:\/\/\/[^/]+\/i-[0-9a-f]+$/.test(id) ? { kind: 'self-managed' } : null;
}

function label(node: Node, key: string): string | undefined {
  return node.metadata.labels?.[key];
}
