import type { Pod, Workload } from '#ports/kubernetes';

interface Wish {
  readonly env?: Readonly<Record<string, string>>;
  readonly image?: string;
  readonly spec?: Partial<Workload['spec']['template']['spec']>;
}

/** A DaemonSet of kube-system with one container of the same name. */
export function aDaemonSet(name: string, wish: Wish = {}): Workload {
  const env = Object.entries(wish.env ?? {}).map(([key, value]) => ({ name: key, value }));
  return {
    kind: 'DaemonSet',
    metadata: {
      name,
      namespace: 'kube-system',
      uid: `uid-${name}`,
      resourceVersion: '1',
      creationTimestamp: '2021-10-01T00:00:00Z',
    },
    spec: {
      selector: { matchLabels: { 'k8s-app': name } },
      template: {
        metadata: { labels: { 'k8s-app': name } },
        spec: { containers: [{ name, image: wish.image ?? `registry.example/${name}:v1`, env }], ...wish.spec },
      },
    },
    status: { desiredNumberScheduled: 0, numberReady: 0 },
  };
}

/** The ready pod of a DaemonSet on a node. */
export function aDaemonSetPod(set: Workload, node: string, ready = true): Pod {
  return {
    metadata: {
      name: `${set.metadata.name}-${node}`,
      namespace: 'kube-system',
      uid: `uid-${set.metadata.name}-${node}`,
      resourceVersion: '1',
      creationTimestamp: '2021-11-01T00:00:00Z',
      labels: set.spec.template.metadata?.labels ?? {},
      ownerReferences: [
        { apiVersion: 'apps/v1', kind: 'DaemonSet', name: set.metadata.name, uid: set.metadata.uid, controller: true },
      ],
    },
    spec: { ...set.spec.template.spec, nodeName: node, hostNetwork: true },
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] },
  };
}
