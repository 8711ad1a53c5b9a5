import type { Budget, Claim, Lease, Node, Pod, PodSecurityPolicy, Volume, Workload } from '#ports/kubernetes';

/**
 * Objects as a snapshot keeps them: only fields that checks, steps or the model read, named one by one. What is not named
 * here stays in the cluster: commands, arguments, environment, annotations in which tools keep whole manifests.
 */
export const kept = {
  node: (it: Node) => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: metadata(it.metadata),
    spec: pick(it.spec, ['unschedulable', 'taints', 'providerID']),
    status: {
      ...pick(it.status, ['capacity', 'allocatable', 'addresses']),
      conditions: conditions(it.status),
      nodeInfo: { kubeletVersion: it.status.nodeInfo.kubeletVersion },
    },
  }),
  pod: (it: Pod) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: metadata(it.metadata),
    spec: { ...podSpec(it.spec), ...pick(it.spec, ['nodeName']) },
    status: {
      ...pick(it.status, ['phase', 'reason', 'podIP', 'hostIP', 'startTime']),
      conditions: conditions(it.status),
    },
  }),
  workload: (it: Workload) => {
    const hasSettings =
      it.kind === 'DaemonSet' && it.metadata.namespace === 'kube-system' && it.metadata.name === 'aws-node';
    const { template } = it.spec;
    return {
      apiVersion: 'apps/v1',
      kind: it.kind,
      metadata: metadata(it.metadata),
      spec: {
        ...pick(it.spec, [
          'replicas',
          'selector',
          'strategy',
          'updateStrategy',
          'podManagementPolicy',
          'volumeClaimTemplates',
          'serviceName',
        ]),
        template: {
          metadata: {
            ...pick(template.metadata ?? {}, ['labels']),
            annotations: annotations(template.metadata?.annotations),
          },
          spec: podSpec(template.spec, hasSettings),
        },
      },
      status: pick(it.status, [
        'observedGeneration',
        'replicas',
        'readyReplicas',
        'updatedReplicas',
        'desiredNumberScheduled',
        'numberReady',
      ]),
    };
  },
  budget: (it: Budget) => ({
    apiVersion: it.apiVersion,
    kind: 'PodDisruptionBudget',
    metadata: metadata(it.metadata),
    spec: pick(it.spec, ['minAvailable', 'maxUnavailable', 'selector', 'unhealthyPodEvictionPolicy']),
    status: {
      ...pick(it.status, [
        'observedGeneration',
        'disruptionsAllowed',
        'currentHealthy',
        'desiredHealthy',
        'expectedPods',
      ]),
      conditions: conditions(it.status),
    },
  }),
  volume: (it: Volume) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: metadata(it.metadata),
    spec: pick(it.spec, ['storageClassName', 'accessModes', 'capacity', 'claimRef', 'nodeAffinity']),
    status: pick(it.status ?? {}, ['phase']),
  }),
  claim: (it: Claim) => ({
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: metadata(it.metadata),
    spec: pick(it.spec, ['volumeName', 'storageClassName', 'accessModes', 'resources']),
    status: pick(it.status ?? {}, ['phase']),
  }),
  policy: (it: PodSecurityPolicy) => ({
    apiVersion: 'policy/v1beta1',
    kind: 'PodSecurityPolicy',
    metadata: metadata(it.metadata),
    spec: pick(it.spec, ['privileged']),
  }),
  lease: (it: Lease) => ({
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: metadata(it.metadata),
    spec: pick(it.spec, ['holderIdentity', 'acquireTime']),
  }),
};

// resourceVersion and managedFields change without anything having changed: the same cluster has to give the same facts.
const metadata = (it: Pod['metadata']) => ({
  ...pick(it, [
    'name',
    'namespace',
    'uid',
    'generation',
    'creationTimestamp',
    'deletionTimestamp',
    'deletionGracePeriodSeconds',
    'labels',
    'ownerReferences',
    'finalizers',
  ]),
  annotations: annotations(it.annotations),
});

const TOLD = [
  /^eks-upgrade-runbook\//,
  /^kubernetes\.io\/config\./,
  /^cluster-autoscaler\.kubernetes\.io\//,
  /^karpenter\.sh\//,
  /^deployment\.kubernetes\.io\/revision$/,
];

const annotations = (all: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(all).filter(([key]) => TOLD.some((it) => it.test(key))));

function podSpec(it: Pod['spec'], withSettings = false) {
  return {
    ...pick(it, [
      'nodeSelector',
      'tolerations',
      'affinity',
      'volumes',
      'terminationGracePeriodSeconds',
      'hostNetwork',
      'priorityClassName',
    ]),
    ...(it.volumes ? { volumes: it.volumes.map(volume) } : {}),
    containers: it.containers.map((container) => ({
      ...pick(container, ['name', 'image']),
      ...(container.resources?.requests ? { resources: { requests: container.resources.requests } } : {}),
      ...(withSettings && container.env ? { env: container.env.map((entry) => pick(entry, ['name', 'value'])) } : {}),
    })),
  };
}

const volume = (it: NonNullable<Pod['spec']['volumes']>[number]) =>
  pick(it, ['name', 'emptyDir', 'hostPath', 'persistentVolumeClaim']);

// Heartbeats change every few seconds.
const conditions = (it: { readonly conditions?: readonly object[] }) =>
  (it.conditions ?? []).map((condition) =>
    pick(condition, ['type', 'status', 'reason', 'message', 'lastTransitionTime']),
  );

function pick<Shape extends object>(from: Shape, names: readonly string[]): Partial<Shape> {
  const entries = names.flatMap((name) => (name in from ? [[name, from[name as keyof Shape]]] : []));
  return Object.fromEntries(entries) as Partial<Shape>;
}
