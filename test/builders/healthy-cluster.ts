import type { PlannedHop } from '#domain/preflight/check';
import type { ClusterFacts, FactName, Facts } from '#domain/preflight/facts';
import { kubernetesRightsFor } from '#domain/rights/rbac';
import type { InstanceTypeLimits } from '#ports/ec2';
import { aCluster, aSubnet } from './a-cluster.ts';
import { aDaemonSet } from './a-daemon-set.ts';
import { aNode } from './a-node.ts';
import { aNodegroup } from './a-nodegroup.ts';
import { aStatefulSet, aWebBudget, aWebPod } from './a-web-workload.ts';

export const HOP: PlannedHop = {
  cluster: 'ekstest',
  from: '1.20',
  to: '1.21',
  rotations: [{ old: 'managed-ng-20', new: 'managed-ng-21' }],
};

export const T3_MEDIUM: InstanceTypeLimits = {
  instanceType: 't3.medium',
  maximumNetworkInterfaces: 3,
  ipv4AddressesPerInterface: 6,
};

export const T3_SMALL: InstanceTypeLimits = {
  instanceType: 't3.small',
  maximumNetworkInterfaces: 3,
  ipv4AddressesPerInterface: 4,
};

/** Everything a check may ask of `ekstest`, in good health: three nodes, one StatefulSet with a budget, room in each subnet. */
export function healthyFacts(): Facts {
  return {
    cluster: aCluster(),
    apiServer: { gitVersion: 'v1.20.11-eks-f17b81' },
    rights: kubernetesRightsFor('run').map((right) => ({ right, allowed: true, reason: '' })),
    nodegroups: [aNodegroup()],
    addons: [],
    nodes: [aNode('n-a'), aNode('n-c', { zone: 'ap-northeast-1c' }), aNode('n-d', { zone: 'ap-northeast-1d' })],
    pods: [aWebPod(0, 'n-a'), aWebPod(1, 'n-c'), aWebPod(2, 'n-d')],
    workloads: [
      aDaemonSet('aws-node'),
      aDaemonSet('kube-proxy', { image: 'registry.example/eks/kube-proxy:v1.20.7-eksbuild.1' }),
      aStatefulSet(3),
    ],
    budgets: [aWebBudget('web', { minAvailable: 2 })],
    privilegedPolicy: {
      metadata: {
        name: 'eks.privileged',
        uid: 'uid-psp',
        resourceVersion: '1',
        creationTimestamp: '2021-10-01T00:00:00Z',
      },
      spec: { privileged: true },
    },
    subnets: [aSubnet('a'), aSubnet('c'), aSubnet('d')],
    instanceTypes: [T3_MEDIUM],
    updates: [],
    removedKinds: [],
    insights: { kind: 'read', insights: [] },
  };
}

/** The same facts as answers, some of them replaced. */
export function healthyCluster(changed: Partial<Facts> = {}): ClusterFacts {
  const facts = { ...healthyFacts(), ...changed };
  const names = Object.keys(facts) as FactName[];
  return Object.fromEntries(names.map((name) => [name, { kind: 'value', value: facts[name] }]));
}
