import type { ScenarioInput } from '#twin/scenario/schema';

const ARN = 'arn:aws:eks:ap-northeast-1:111122223333';
const SINCE = '2022-01-01T00:00:00Z';

const deployment = (name: string, replicas: number, requests: Record<string, string> = {}) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: 'shop' },
  spec: {
    replicas,
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: { containers: [{ name, image: `${name}:1`, resources: { requests } }], terminationGracePeriodSeconds: 5 },
    },
  },
});

const budget = (name: string, app: string, minAvailable: number) => ({
  apiVersion: 'policy/v1beta1',
  kind: 'PodDisruptionBudget',
  metadata: { name, namespace: 'shop' },
  spec: { minAvailable, selector: { matchLabels: { app } } },
});

/**
 * A small cluster on 1.20 that has one thing of each kind that the cases need: a budget that allows one eviction (`web`),
 * two budgets over the same pods (`pair`), more pods than a page of a list holds (`crowd`, which fit on no node).
 */
export const contractScenario: ScenarioInput = {
  format: 1,
  name: 'contract',
  now: '2022-03-05T17:00:00Z',
  region: 'ap-northeast-1',
  settled: true,
  cluster: {
    name: 'ekstest',
    arn: `${ARN}:cluster/ekstest`,
    version: '1.20',
    platformVersion: 'eks.3',
    endpoint: 'https://api.test',
    createdAt: SINCE,
    certificateAuthority: 'UEVN',
    subnetIds: ['subnet-a', 'subnet-b'],
    vpcId: 'vpc-1',
    tags: { team: 'platform' },
  },
  versions: {
    '1.20': { apiServer: 'v1.20.15-eks-84b4fe6', kubelet: 'v1.20.11-eks-f17b81', releaseVersion: '1.20.11-20220226' },
    '1.21': { apiServer: 'v1.21.5-eks-bc4871b', kubelet: 'v1.21.5-eks-9017834', releaseVersion: '1.21.5-20220226' },
  },
  nodegroups: [
    {
      nodegroupName: 'old',
      nodegroupArn: `${ARN}:nodegroup/ekstest/old/1`,
      clusterName: 'ekstest',
      version: '1.20',
      releaseVersion: '1.20.11-20220226',
      createdAt: SINCE,
      capacityType: 'ON_DEMAND',
      scalingConfig: { minSize: 1, maxSize: 4, desiredSize: 2 },
      instanceTypes: ['t3.small'],
      subnets: ['subnet-a', 'subnet-b'],
      amiType: 'AL2_x86_64',
      nodeRole: 'arn:aws:iam::111122223333:role/nodes',
      labels: { tier: 'web' },
      taints: [{ key: 'mine', effect: 'PREFER_NO_SCHEDULE' }],
      diskSize: 20,
      updateConfig: { maxUnavailable: 1 },
      tags: { team: 'platform' },
    },
  ],
  addons: [
    { addonName: 'vpc-cni', addonVersion: 'v1.7.5-eksbuild.2', createdAt: SINCE, configurationValues: '{"env":{}}' },
    { addonName: 'coredns', addonVersion: 'v1.8.3-eksbuild.1', createdAt: SINCE },
  ],
  addonVersions: [
    { addonName: 'vpc-cni', addonVersion: 'v1.10.1-eksbuild.1', fits: { '1.20': 'offered', '1.21': 'offered' } },
    { addonName: 'vpc-cni', addonVersion: 'v1.7.5-eksbuild.2', fits: { '1.20': 'default', '1.21': 'default' } },
  ],
  insights: [
    { id: 'i-1', name: 'Kubelet version skew', kubernetesVersion: '1.21', status: 'PASSING' },
    {
      id: 'i-2',
      name: 'Deprecated APIs removed in Kubernetes v1.21',
      kubernetesVersion: '1.21',
      status: 'ERROR',
      reason: 'Deprecated API usage detected.',
      recommendation: 'Update manifests.',
      resources: ['/apis/a.example/v1beta1/things/one', 'arn:aws:ec2:ap-northeast-1:111122223333:instance/i-1'],
      deprecations: [
        {
          usage: '/apis/a.example/v1beta1/things',
          replacedWith: '/apis/a.example/v1/things',
          stopServingVersion: '1.21',
          clients: [{ userAgent: 'a-client/v1', requests: 412 }],
        },
      ],
    },
    { id: 'i-3', name: 'of the version after', kubernetesVersion: '1.22', status: 'WARNING' },
  ],
  subnets: [
    {
      subnetId: 'subnet-a',
      availabilityZone: 'ap-northeast-1a',
      availableIpAddressCount: 200,
      cidrBlock: '10.0.1.0/24',
    },
    {
      subnetId: 'subnet-b',
      availabilityZone: 'ap-northeast-1c',
      availableIpAddressCount: 190,
      cidrBlock: '10.0.2.0/24',
    },
  ],
  instanceTypes: [
    {
      instanceType: 't3.small',
      maximumNetworkInterfaces: 3,
      ipv4AddressesPerInterface: 4,
      capacity: { cpu: '2', memory: '1970184Ki', pods: '11' },
      allocatable: { cpu: '1930m', memory: '1483752Ki', pods: '11' },
    },
  ],
  nodes: [
    { address: '10.0.1.10', group: 'old', createdAt: SINCE },
    { address: '10.0.2.10', group: 'old', createdAt: SINCE },
  ],
  objects: [
    ...['default', 'kube-system', 'shop'].map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })),
    deployment('web', 3),
    deployment('pair', 2),
    deployment('free', 1),
    deployment('crowd', 510, { cpu: '64' }),
    budget('web', 'web', 2),
    budget('pair-1', 'pair', 1),
    budget('pair-2', 'pair', 1),
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: {
        name: 'fast',
        managedFields: [
          { manager: 'helm', operation: 'Update', apiVersion: 'storage.k8s.io/v1beta1', time: SINCE },
          { manager: 'helm', operation: 'Apply', apiVersion: 'storage.k8s.io/v1beta1', time: SINCE },
          { manager: 'terraform', operation: 'Update', apiVersion: 'storage.k8s.io/v1', time: SINCE },
        ],
        annotations: {
          'kubectl.kubernetes.io/last-applied-configuration':
            '{"apiVersion":"storage.k8s.io/v1","kind":"StorageClass","metadata":{"name":"fast"}}',
        },
      },
      provisioner: 'kubernetes.io/aws-ebs',
    },
    {
      apiVersion: 'policy/v1beta1',
      kind: 'PodSecurityPolicy',
      metadata: { name: 'eks.privileged' },
      spec: {
        privileged: true,
        fsGroup: { rule: 'RunAsAny' },
        runAsUser: { rule: 'RunAsAny' },
        seLinux: { rule: 'RunAsAny' },
        supplementalGroups: { rule: 'RunAsAny' },
        volumes: ['*'],
      },
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'pv-1' },
      spec: {
        capacity: { storage: '1Gi' },
        accessModes: ['ReadWriteOnce'],
        csi: { driver: 'ebs.csi.aws.com', volumeHandle: 'vol-1' },
        claimRef: { namespace: 'shop', name: 'data' },
      },
      status: { phase: 'Bound' },
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'data', namespace: 'shop' },
      spec: { volumeName: 'pv-1', accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
      status: { phase: 'Bound' },
    },
  ],
};
