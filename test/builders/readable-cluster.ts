import type { ReadPorts } from '#plan/read-ports';
import { type Answer, value } from '#ports/answer';

export const SECRET = 'SECRET-hunter2';
type Overrides = { readonly [Port in keyof ReadPorts]?: Partial<ReadPorts[Port]> };

const meta = (name: string, namespace?: string) => ({
  name,
  ...(namespace ? { namespace } : {}),
  uid: `uid-${name}`,
  resourceVersion: String(Math.trunc(Math.random() * 1e6)),
  creationTimestamp: '2021-11-01T00:00:00Z',
  managedFields: [{ manager: SECRET }],
  annotations: { 'kubectl.kubernetes.io/last-applied-configuration': SECRET, 'eks-upgrade-runbook/cordoned-by': 'r1' },
});
const container = (name: string, image = 'registry.example/app:1') => ({
  name,
  image,
  command: [SECRET],
  args: [SECRET],
  env: [{ name: 'TOKEN', value: SECRET }],
  envFrom: [{ secretRef: { name: SECRET } }],
  resources: { requests: { cpu: '100m' } },
});
const heartbeat = () => ({
  type: 'Ready',
  status: 'True' as const,
  lastHeartbeatTime: new Date().toISOString(),
  lastTransitionTime: '2021-11-01T00:01:00Z',
});
const answered = <T>(it: T): Promise<Answer<T>> => Promise.resolve(value(it));
const refused = (status: number, code: string): Promise<Answer<never>> =>
  Promise.resolve({ kind: 'refused', status, code, message: `no ${code}`, causes: [] });

/** A small live cluster as the ports would tell of it; secrets wherever clusters have them. Each read differs in what changes by itself. */
export function readableCluster(overrides: Overrides = {}): ReadPorts {
  return {
    eks: { ...eks(), ...overrides.eks },
    ec2: { ...ec2(), ...overrides.ec2 },
    kubernetes: { ...kubernetes(), ...overrides.kubernetes },
  };
}

const eks = (): ReadPorts['eks'] => ({
  describeCluster: (name) =>
    answered({
      name,
      arn: `arn:aws:eks:eu-west-1:111122223333:cluster/${name}`,
      version: '1.20',
      status: 'ACTIVE',
      endpoint: 'https://live.example',
      createdAt: '2021-01-01T00:00:00Z',
      certificateAuthority: SECRET,
      subnetIds: ['subnet-a'],
      tags: {},
      health: [],
      autoMode: false,
    }),
  listUpdates: ({ nodegroupName }) => answered(nodegroupName ? ['u-running'] : ['u-old']),
  describeUpdate: ({ updateId }) =>
    answered({
      id: updateId,
      status: updateId === 'u-old' ? 'Successful' : 'InProgress',
      type: 'ConfigUpdate',
      params: [],
      createdAt: '2021-11-01T00:00:00Z',
      errors: [],
    }),
  listNodegroups: () => answered(['blue']),
  describeNodegroup: ({ clusterName, nodegroupName }) =>
    answered({
      nodegroupName,
      nodegroupArn: `arn:aws:eks:eu-west-1:111122223333:nodegroup/${clusterName}/${nodegroupName}/1`,
      clusterName,
      version: '1.20',
      releaseVersion: '1.20.11-20211008',
      status: 'ACTIVE',
      createdAt: '2021-02-01T00:00:00Z',
      scalingConfig: { minSize: 1, maxSize: 1, desiredSize: 1 },
      instanceTypes: ['t3.medium'],
      subnets: ['subnet-b'],
      nodeRole: 'arn:aws:iam::111122223333:role/node',
      labels: {},
      taints: [],
      launchTemplate: { id: 'lt-1', version: '1' },
      tags: {},
      health: [],
      autoScalingGroups: [],
    }),
  listAddons: () => answered(['coredns', 'vpc-cni']),
  describeAddon: ({ addonName }) =>
    answered({
      addonName,
      addonVersion: 'v1.0.0-eksbuild.1',
      status: 'ACTIVE',
      configurationValues: addonName === 'coredns' ? '{"replicaCount":3}' : SECRET,
      podIdentityAssociations: [],
      health: [],
      tags: {},
    }),
  describeAddonVersions: ({ addonName, kubernetesVersion }) =>
    answered([{ addonName, addonVersion: 'v1.0.0-eksbuild.1', defaultVersion: kubernetesVersion === '1.20' }]),
  listInsights: () => answered([]),
  describeInsight: () => refused(404, 'ResourceNotFoundException'),
});

const ec2 = (): ReadPorts['ec2'] => ({
  describeSubnets: (ids) =>
    answered(
      ids.map((subnetId, index) => ({
        subnetId,
        availabilityZone: `eu-west-1${subnetId.at(-1)}`,
        availableIpAddressCount: 200,
        cidrBlock: `10.0.${index}.0/24`,
      })),
    ),
  describeInstanceTypes: (types) =>
    answered(
      types.map((instanceType) => ({ instanceType, maximumNetworkInterfaces: 3, ipv4AddressesPerInterface: 6 })),
    ),
});

const kubernetes = (): ReadPorts['kubernetes'] => ({
  version: () => answered({ gitVersion: 'v1.20.11-eks-f17b81' }),
  mayI: ({ verb, resource }) => answered({ allowed: !(verb === 'patch' && resource === 'nodes'), reason: '' }),
  evictionVersion: () => answered('policy/v1beta1'),
  listNodes: () => answered([node()]),
  getNode: () => answered(node()),
  listPods: () =>
    answered([
      {
        metadata: meta('web-1', 'default'),
        spec: {
          nodeName: 'n1',
          containers: [container('web')],
          initContainers: [container('init')],
          volumes: [{ name: 's', secret: { secretName: SECRET } }],
        },
        status: { phase: 'Running', conditions: [heartbeat()] },
      },
    ]),
  listBudgets: () => answered([]),
  listWorkloads: () => answered([workload('aws-node', 'WARM_ENI_TARGET'), workload('agent', 'TOKEN')]),
  listVolumes: () => answered([]),
  listClaims: () => answered([]),
  listKinds: () => answered([]),
  listWritten: () => answered([]),
  getPodSecurityPolicy: (name) => answered({ metadata: meta(name), spec: { privileged: true } }),
  getLease: () => refused(404, 'NotFound'),
});

const node = () => ({
  metadata: {
    ...meta('n1'),
    labels: { 'eks.amazonaws.com/nodegroup': 'blue', 'node.kubernetes.io/instance-type': 't3.medium' },
  },
  spec: { providerID: 'aws:///eu-west-1b/i-1' },
  status: {
    conditions: [heartbeat()],
    nodeInfo: { kubeletVersion: 'v1.20.11-eks-f17b81' },
    allocatable: { pods: '20' },
    capacity: { cpu: '2' },
  },
});

const workload = (name: string, variable: string) => ({
  kind: 'DaemonSet' as const,
  metadata: meta(name, 'kube-system'),
  spec: {
    selector: { matchLabels: { app: name } },
    template: {
      metadata: { labels: { app: name } },
      spec: {
        containers: [{ ...container(name), env: [{ name: variable, value: name === 'aws-node' ? '1' : SECRET }] }],
      },
    },
  },
  status: { desiredNumberScheduled: 1, numberReady: 1 },
});
