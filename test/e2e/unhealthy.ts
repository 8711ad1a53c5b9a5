import type { Scenario } from '#twin/scenario/schema';

/** One change to a scenario that is fine otherwise. */
export type Change = (scenario: Scenario) => Scenario;

type Group = Scenario['nodegroups'][number];

/** The only node group of `ekstest`. */
export function theGroup({ nodegroups: [group] }: Scenario): Group {
  if (group === undefined) throw new Error('ekstest has a node group');
  return group;
}

const budget = (spec: object): Scenario['objects'][number] => ({
  apiVersion: 'policy/v1beta1',
  kind: 'PodDisruptionBudget',
  metadata: { name: 'app', namespace: 'default' },
  spec: { selector: { matchLabels: { app: 'app' } }, ...spec },
});

export const withBudget =
  (spec: object): Change =>
  (it) => ({ ...it, objects: [...it.objects, budget(spec)] });

/** A second group beside the first, and a budget that lets one pod of the Deployment go at a time. */
export const twoGroupsAndABudget: Change = (it) => {
  const group = theGroup(it);
  const second = {
    ...group,
    nodegroupName: 'second-ng-20',
    nodegroupArn: group.nodegroupArn.replaceAll('managed-ng-20', 'second-ng-20'),
    scalingConfig: { minSize: 1, maxSize: 3, desiredSize: 2 },
    labels: { pool: 'second' },
  };
  const node = (address: string, createdAt: string) => ({
    address,
    group: second.nodegroupName,
    createdAt,
    labels: {},
    ready: true,
  });
  return withBudget({ maxUnavailable: 1 })({
    ...it,
    nodegroups: [group, second],
    nodes: [...it.nodes, node('10.0.101.50', '2022-03-04T09:22:00Z'), node('10.0.103.50', '2022-03-04T09:22:30Z')],
  });
};

/** A pod that nobody brings back, on the second node. */
export const withBarePod: Change = (it) => ({
  ...it,
  objects: [
    ...it.objects,
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'tool', namespace: 'default' },
      spec: {
        nodeName: 'ip-10-0-101-193.ap-northeast-1.compute.internal',
        containers: [{ name: 'tool', image: 'busybox' }],
      },
    },
  ],
});

/** A Deployment whose pods may be on the nodes of the old group alone. */
export const withBoundDeployment: Change = (it) => ({
  ...it,
  objects: [
    ...it.objects,
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'pinned', namespace: 'default' },
      spec: {
        replicas: 2,
        selector: { matchLabels: { app: 'pinned' } },
        template: {
          metadata: { labels: { app: 'pinned' } },
          spec: {
            nodeSelector: { 'eks.amazonaws.com/nodegroup': theGroup(it).nodegroupName },
            containers: [{ name: 'pinned', image: 'nginx:1.21' }],
          },
        },
      },
    },
  ],
});

export const withOldKubelet: Change = (it) => ({
  ...it,
  nodes: it.nodes.map((node, index) => (index === 0 ? { ...node, kubelet: 'v1.18.20-eks-c9f1ce' } : node)),
});

export const withoutPolicy: Change = (it) => ({
  ...it,
  objects: it.objects.filter(({ kind }) => kind !== 'PodSecurityPolicy'),
});

export const withFewAddresses: Change = (it) => ({
  ...it,
  subnets: it.subnets.map((subnet, index) => (index === 0 ? { ...subnet, availableIpAddressCount: 3 } : subnet)),
});

export const withDegradedGroup: Change = (it) => ({
  ...it,
  nodegroups: [
    {
      ...theGroup(it),
      status: 'DEGRADED',
      health: [
        {
          code: 'AsgInstanceLaunchFailures',
          message: 'Could not launch On-Demand Instances. InsufficientInstanceCapacity',
          resourceIds: ['eks-managed-ng-20-2cbf9d1e-6d0b-4a6c-9d0e-000000000020'],
        },
      ],
    },
  ],
});

/** An update of the cluster that somebody else has begun a minute ago. */
export const withClusterUpdate =
  (type: string, params: Scenario['updates'][number]['params']): Change =>
  (it) => ({
    ...it,
    cluster: { ...it.cluster, status: 'UPDATING' },
    updates: [begun(it, type, params, {})],
  });

export const withGroupUpdate: Change = (it) => ({
  ...it,
  nodegroups: [{ ...theGroup(it), status: 'UPDATING' }],
  updates: [begun(it, 'ConfigUpdate', [{ type: 'MinSize', value: '3' }], { nodegroupName: 'managed-ng-20' })],
});

function begun(
  { now }: Scenario,
  type: string,
  params: Scenario['updates'][number]['params'],
  of: Scenario['updates'][number]['of'],
): Scenario['updates'][number] {
  const createdAt = new Date(Date.parse(now) - 5_000).toISOString();
  return { id: 'aaaaaaaa-1111-4222-8333-444444444444', of, status: 'InProgress', type, params, createdAt, errors: [] };
}

export const withoutRight =
  (denied: Scenario['access']['denied'][number]): Change =>
  (it) => ({ ...it, access: { ...it.access, denied: [denied] } });

export const atVersion =
  (version: string): Change =>
  (it) => ({ ...it, cluster: { ...it.cluster, version } });
