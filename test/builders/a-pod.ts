import type { OwnerReference } from '#domain/kubernetes/metadata';
import type { Pod } from '#domain/kubernetes/pod';

interface PodParts {
  readonly node?: string;
  readonly uid?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  /** Default: ReplicaSet `web-1` with UID `rs-web`; null: no controller. */
  readonly owner?: OwnerReference | null;
  readonly phase?: 'Pending' | 'Running' | 'Succeeded' | 'Failed';
  readonly ready?: boolean;
  readonly created?: string;
  readonly deletionTimestamp?: string;
  readonly finalizers?: readonly string[];
  readonly grace?: number;
  readonly spec?: Partial<Pod['spec']>;
  readonly unscheduled?: string;
}

export const LONG_AGO = '2022-01-01T00:00:00Z';

/** A reference to the controller of a pod. */
export const ownedBy = (kind: string, name: string, uid: string, apiVersion = 'apps/v1'): OwnerReference => ({
  apiVersion,
  kind,
  name,
  uid,
  controller: true,
});

/** A healthy pod of a ReplicaSet, running on node `old-1`: `aPod('default/web-1')`. */
export function aPod(fullName: string, parts: PodParts = {}): Pod {
  const [namespace = '', name = ''] = fullName.split('/');
  const { owner = ownedBy('ReplicaSet', 'web-1', 'rs-web'), ready = true, phase = 'Running' } = parts;
  return {
    metadata: {
      namespace,
      name,
      uid: parts.uid ?? `uid-${name}`,
      resourceVersion: '1',
      creationTimestamp: parts.created ?? LONG_AGO,
      labels: parts.labels ?? { app: 'web' },
      ...(parts.annotations && { annotations: parts.annotations }),
      ...(owner && { ownerReferences: [owner] }),
      ...(parts.deletionTimestamp && { deletionTimestamp: parts.deletionTimestamp, deletionGracePeriodSeconds: 30 }),
      ...(parts.finalizers && { finalizers: parts.finalizers }),
    },
    spec: {
      nodeName: parts.node ?? 'old-1',
      containers: [{ name: 'main' }],
      terminationGracePeriodSeconds: parts.grace ?? 30,
      ...parts.spec,
    },
    status: {
      phase,
      conditions: [
        { type: 'Ready', status: ready && phase === 'Running' ? 'True' : 'False' },
        ...(parts.unscheduled
          ? [{ type: 'PodScheduled', status: 'False' as const, reason: 'Unschedulable', message: parts.unscheduled }]
          : []),
      ],
    },
  };
}
