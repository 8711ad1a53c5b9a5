import type { Node } from '#domain/kubernetes/node';

interface NodeParts {
  readonly group?: string;
  readonly created?: string;
  readonly cordoned?: boolean;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: Node['spec']['taints'];
  readonly ready?: boolean;
}

/** A Ready node of group `old`: `aGroupNode('old-1')`. */
export function aGroupNode(name: string, parts: NodeParts = {}): Node {
  return {
    metadata: {
      name,
      uid: `uid-${name}`,
      resourceVersion: '1',
      creationTimestamp: parts.created ?? '2022-01-01T00:00:00Z',
      labels: { 'eks.amazonaws.com/nodegroup': parts.group ?? 'old', ...parts.labels },
      ...(parts.annotations && { annotations: parts.annotations }),
    },
    spec: { ...(parts.cordoned && { unschedulable: true }), ...(parts.taints && { taints: parts.taints }) },
    status: {
      conditions: [{ type: 'Ready', status: parts.ready === false ? 'Unknown' : 'True', reason: 'KubeletReady' }],
      nodeInfo: { kubeletVersion: 'v1.20.11-eks-f17b81' },
    },
  };
}

/** `old-1`, cordoned by run `run-1` long before the model time begins. */
export const aCordonedNode = (name = 'old-1', parts: NodeParts = {}): Node =>
  aGroupNode(name, {
    cordoned: true,
    annotations: {
      'eks-upgrade-runbook/cordoned-by': 'run-1',
      'eks-upgrade-runbook/cordoned-at': '2022-06-01T09:00:00.000Z',
    },
    ...parts,
  });
