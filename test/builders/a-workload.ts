import type { OwnerReference } from '#domain/kubernetes/metadata';
import type { PodSpec } from '#domain/kubernetes/pod';
import type { Workload, WorkloadKind } from '#domain/kubernetes/workload';

interface WorkloadParts {
  readonly uid?: string;
  readonly replicas?: number;
  readonly ready?: number;
  readonly owner?: OwnerReference;
  readonly generation?: number;
  readonly observedGeneration?: number;
  readonly podSpec?: Partial<PodSpec>;
}

/** A workload with all of its three replicas ready: `aWorkload('Deployment/default/web')`. */
export function aWorkload(fullName: string, parts: WorkloadParts = {}): Workload {
  const [kind = '', namespace = '', name = ''] = fullName.split('/');
  const { replicas = 3, generation = 1 } = parts;
  const isDaemonSet = kind === 'DaemonSet';
  const ready = parts.ready ?? replicas;
  return {
    kind: kind as WorkloadKind,
    metadata: {
      namespace,
      name,
      uid: parts.uid ?? `uid-${name}`,
      resourceVersion: '1',
      generation,
      creationTimestamp: '2022-01-01T00:00:00Z',
      ...(parts.owner && { ownerReferences: [parts.owner] }),
    },
    spec: {
      ...(!isDaemonSet && { replicas }),
      selector: { matchLabels: { app: name } },
      template: { spec: { containers: [{ name: 'main' }], ...parts.podSpec } },
    },
    status: {
      observedGeneration: parts.observedGeneration ?? generation,
      ...(isDaemonSet ? { desiredNumberScheduled: replicas, numberReady: ready } : { replicas, readyReplicas: ready }),
    },
  };
}

/** Deployment `web` (UID `deployment-web`) with its ReplicaSet `web-1` (UID `rs-web`), which is what `aPod` belongs to. */
export const webDeployment = (parts: WorkloadParts = {}): readonly Workload[] => [
  aWorkload('Deployment/default/web', { uid: 'deployment-web', ...parts }),
  aWorkload('ReplicaSet/default/web-1', {
    uid: 'rs-web',
    ...parts,
    owner: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'deployment-web', controller: true },
  }),
];
