import type { SeenPod } from './seen-pod.ts';

export interface SeenPodChanges {
  readonly metadata?: Partial<SeenPod['metadata']>;
  readonly spec?: Partial<SeenPod['spec']>;
  readonly status?: SeenPod['status'];
}

/** A pod that has just been bound to a node, unless told otherwise. */
export const aSeenPod = ({ metadata, spec, status }: SeenPodChanges = {}): SeenPod => ({
  metadata: { name: 'web-1', namespace: 'shop', uid: 'uid-1', resourceVersion: '7', ...metadata },
  spec: { nodeName: 'node-1', containers: [{ name: 'web', image: 'web:1' }], ...spec },
  status: status ?? { phase: 'Pending' },
});

/** The status of a pod whose containers run, ready or not yet. */
export const runningStatus = (ready: boolean): SeenPod['status'] => ({
  phase: 'Running',
  podIP: '10.0.128.2',
  startTime: '2026-01-01T00:00:00Z',
  conditions: [
    { type: 'ContainersReady', status: ready ? 'True' : 'False', lastTransitionTime: '2026-01-01T00:00:01Z' },
    { type: 'Ready', status: ready ? 'True' : 'False', lastTransitionTime: '2026-01-01T00:00:01Z' },
  ],
});

/** Deletion was asked for, with so many seconds of grace. */
export const stopping = (deletionGracePeriodSeconds: number): Partial<SeenPod['metadata']> => ({
  deletionTimestamp: '2026-01-01T00:01:00Z',
  deletionGracePeriodSeconds,
});
