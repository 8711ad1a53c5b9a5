import type { Node } from '#ports/kubernetes';

interface Wish {
  readonly group?: string | null;
  readonly kubelet?: string;
  readonly zone?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly taints?: Node['spec']['taints'];
  readonly providerID?: string;
  readonly ready?: boolean;
  readonly cordoned?: boolean;
  readonly createdAt?: string;
  readonly allocatable?: Readonly<Record<string, string>>;
}

/** A healthy node of the managed group `managed-ng-20`, kubelet 1.20, unless wished otherwise. */
export function aNode(name: string, wish: Wish = {}): Node {
  const { group = 'managed-ng-20', zone = 'ap-northeast-1a' } = wish;
  return {
    metadata: {
      name,
      uid: `uid-${name}`,
      resourceVersion: '1',
      creationTimestamp: wish.createdAt ?? '2021-11-01T00:00:00Z',
      labels: {
        'topology.kubernetes.io/zone': zone,
        ...(group !== null && { 'eks.amazonaws.com/nodegroup': group }),
        ...wish.labels,
      },
    },
    spec: {
      providerID: wish.providerID ?? `aws:///${zone}/i-0123456789abcdef0`,
      taints: wish.taints ?? [],
      ...(wish.cordoned && { unschedulable: true }),
    },
    status: {
      conditions: [
        {
          type: 'Ready',
          status: wish.ready === false ? 'False' : 'True',
          message: wish.ready === false ? 'kubelet stopped' : 'ok',
        },
      ],
      nodeInfo: { kubeletVersion: wish.kubelet ?? 'v1.20.11-eks-f17b81' },
      allocatable: wish.allocatable ?? { cpu: '1930m', pods: '17' },
    },
  };
}
