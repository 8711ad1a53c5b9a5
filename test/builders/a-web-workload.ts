import type { Budget, Pod, Workload } from '#ports/kubernetes';

const meta = (name: string, uid = `uid-${name}`) => ({
  name,
  namespace: 'default',
  uid,
  resourceVersion: '1',
  creationTimestamp: '2021-11-01T00:00:00Z',
});

/** StatefulSet `default/web` with `replicas` pods (label app=web), all ready. */
export const aStatefulSet = (replicas: number, readyReplicas = replicas): Workload => ({
  kind: 'StatefulSet',
  metadata: meta('web'),
  spec: {
    replicas,
    selector: { matchLabels: { app: 'web' } },
    template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web' }] } },
  },
  status: { replicas, readyReplicas },
});

/** Pod `default/web-<index>` of it on a node. */
export const aWebPod = (index: number, nodeName: string): Pod => ({
  metadata: {
    ...meta(`web-${index}`),
    labels: { app: 'web' },
    ownerReferences: [{ apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'web', uid: 'uid-web', controller: true }],
  },
  spec: { nodeName, containers: [{ name: 'web' }] },
  status: { phase: 'Running', podIP: '10.0.0.9', conditions: [{ type: 'Ready', status: 'True' }] },
});

/** A budget over app=web. */
export const aWebBudget = (name: string, spec: Budget['spec'], status: Partial<Budget['status']> = {}): Budget => ({
  apiVersion: 'policy/v1beta1',
  metadata: meta(name),
  spec: { selector: { matchLabels: { app: 'web' } }, ...spec },
  status: { disruptionsAllowed: 1, currentHealthy: 3, desiredHealthy: 2, expectedPods: 3, ...status },
});
