import type { Scenario } from '../scenario/schema.ts';
import type { NodegroupState } from './eks-state.ts';
import { hexDigits } from './hex-digits.ts';
import { nodeInfo } from './node-info.ts';
import type { Condition, NodeObject, Taint } from './object.ts';
import type { Draft } from './store.ts';

export interface NewNode {
  readonly address: string;
  readonly zone: string;
  readonly group: NodegroupState;
  readonly kubelet: string;
  readonly instanceType: string;
  readonly labels: Readonly<Record<string, string>>;
  /** RFC 3339. */
  readonly createdAt: string;
  readonly isReady: boolean;
}

const EFFECTS = { NO_SCHEDULE: 'NoSchedule', NO_EXECUTE: 'NoExecute', PREFER_NO_SCHEDULE: 'PreferNoSchedule' } as const;

/** The node object of an instance of a managed node group, with the labels that EKS and the kubelet put on it. */
export function newNode(scenario: Scenario, it: NewNode): Draft<NodeObject> {
  const name = nodeName(scenario.region, it.address);
  const taints: Taint[] = it.group.taints.map((t) => ({
    key: t.key,
    ...(t.value !== undefined && { value: t.value }),
    effect: EFFECTS[t.effect],
  }));
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: { ...labelsOf(scenario, it, name), ...it.group.labels, ...it.labels },
      creationTimestamp: it.createdAt,
    },
    spec: { providerID: `aws:///${it.zone}/i-${instanceId(it.address)}`, ...(taints.length > 0 && { taints }) },
    status: {
      ...sizesOf(scenario, it),
      addresses: [
        { type: 'InternalIP', address: it.address },
        { type: 'Hostname', address: name },
        { type: 'InternalDNS', address: name },
      ],
      conditions: nodeConditions(it.isReady, it.createdAt),
      nodeInfo: nodeInfo(it.group.amiType ?? 'AL2_x86_64', it.kubelet, it.address),
    },
  };
}

/** https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-instance-naming.html */
export const nodeName = (region: string, address: string): string =>
  `ip-${address.replaceAll('.', '-')}.${region === 'us-east-1' ? 'ec2' : `${region}.compute`}.internal`;

const NO_PRESSURE = [
  ['MemoryPressure', 'SufficientMemory', 'kubelet has sufficient memory available'],
  ['DiskPressure', 'NoDiskPressure', 'kubelet has no disk pressure'],
  ['PIDPressure', 'SufficientPID', 'kubelet has sufficient PID available'],
] as const;

export function nodeConditions(isReady: boolean, at: string): readonly Condition[] {
  const pressure = NO_PRESSURE.map(([type, why, message]) => ({
    type,
    status: 'False' as const,
    reason: `KubeletHas${why}`,
    message,
    lastTransitionTime: at,
  }));
  const ready = isReady
    ? {
        type: 'Ready',
        status: 'True' as const,
        reason: 'KubeletReady',
        message: 'kubelet is posting ready status',
        lastTransitionTime: at,
      }
    : {
        type: 'Ready',
        status: 'False' as const,
        reason: 'KubeletNotReady',
        message: 'container runtime network not ready',
        lastTransitionTime: at,
      };
  return [...pressure, ready];
}

function labelsOf(scenario: Scenario, { group, zone, instanceType }: NewNode, name: string): Record<string, string> {
  const template = group.launchTemplate;
  return {
    'beta.kubernetes.io/arch': 'amd64',
    'beta.kubernetes.io/os': 'linux',
    'eks.amazonaws.com/capacityType': group.capacityType ?? 'ON_DEMAND',
    'eks.amazonaws.com/nodegroup': group.nodegroupName,
    'eks.amazonaws.com/nodegroup-image': imageOf(group),
    ...(template?.id !== undefined && { 'eks.amazonaws.com/sourceLaunchTemplateId': template.id }),
    ...(template?.version !== undefined && { 'eks.amazonaws.com/sourceLaunchTemplateVersion': template.version }),
    'kubernetes.io/arch': 'amd64',
    'kubernetes.io/hostname': name,
    'kubernetes.io/os': 'linux',
    'node.kubernetes.io/instance-type': instanceType,
    'topology.kubernetes.io/region': scenario.region,
    'topology.kubernetes.io/zone': zone,
  };
}

function sizesOf(
  scenario: Scenario,
  { group, instanceType }: NewNode,
): Pick<NodeObject['status'], 'capacity' | 'allocatable'> {
  const type = scenario.instanceTypes.find((it) => it.instanceType === instanceType);
  const template = scenario.launchTemplates.find(
    (it) =>
      (it.id !== undefined && it.id === group.launchTemplate?.id) ||
      (it.name !== undefined && it.name === group.launchTemplate?.name),
  );
  // https://github.com/awslabs/amazon-eks-ami: interfaces × (addresses − 1) + 2 for the pods of the host network.
  const usual = type && type.maximumNetworkInterfaces * (type.ipv4AddressesPerInterface - 1) + 2;
  const pods = String(template?.maxPods ?? usual ?? 110);
  return { capacity: { ...type?.capacity, pods }, allocatable: { ...type?.allocatable, pods } };
}

/** An image id that follows from the release, so that groups of one release share it. */
function imageOf(group: NodegroupState): string {
  return `ami-${hexDigits(group.releaseVersion ?? group.nodegroupName, 17)}`;
}

const instanceId = (address: string): string => hexDigits(address, 17);
