/** Where the signs of life of nodes are kept. */
export const LEASES = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases';

/** How long a sign of life is good for, seconds (https://kubernetes.io/docs/concepts/architecture/leases/#node-heart-beats). */
const LASTS = 40;

/** The Lease of a node, renewed at `now` (ms). */
export const leaseOf = (node: string, now: number): object => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { name: node, namespace: 'kube-node-lease' },
  spec: { holderIdentity: node, leaseDurationSeconds: LASTS, renewTime: microTime(now) },
});

/** A MicroTime: six digits after the point, which the API server insists on. */
export const microTime = (now: number): string => `${new Date(now).toISOString().slice(0, -1)}000Z`;
