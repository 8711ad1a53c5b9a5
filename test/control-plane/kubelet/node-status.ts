import type { NodeObject } from '#twin/model/object';

/** How a node reports its readiness. */
export interface Readiness {
  readonly isReady: boolean;
  /** Port of the kubelet API on 127.0.0.1. */
  readonly logPort: number;
  /** RFC 3339 in whole seconds. */
  readonly at: string;
}

type Status = NodeObject['status'] & { readonly daemonEndpoints?: object };
type NodeCondition = NonNullable<NodeObject['status']['conditions']>[number] & { readonly lastHeartbeatTime?: string };

/** The Node object as its kubelet registers it: what the server itself sets is left out. */
export function registration(node: NodeObject, readiness: Readiness): object {
  const { name, labels, annotations } = node.metadata;
  const metadata = { name, ...(labels && { labels }), ...(annotations && { annotations }) };
  return { apiVersion: 'v1', kind: 'Node', metadata, spec: node.spec, status: nodeStatus(node, readiness) };
}

/** The whole status that a kubelet posts when the server shows the node as `shown`. The API server reaches it at ExternalIP 127.0.0.1, which no machine of EKS has. */
export function nodeStatus(node: NodeObject, readiness: Readiness, shown: NodeObject = node): Status {
  const others = (node.status.addresses ?? []).filter((it) => it.type !== 'ExternalIP');
  return {
    ...node.status,
    addresses: [...others, { type: 'ExternalIP', address: '127.0.0.1' }],
    conditions: (node.status.conditions ?? []).map((it) => conditionNow(it, readiness, shown)),
    daemonEndpoints: { kubeletEndpoint: { Port: readiness.logPort } },
  };
}

/** Whether what the server shows of a node differs from what its kubelet says: somebody has marked it as lost. */
export function isMisreported(shown: NodeObject, isReady: boolean): boolean {
  const conditions = shown.status.conditions ?? [];
  const ready = conditions.find((it) => it.type === 'Ready')?.status;
  return ready !== (isReady ? 'True' : 'False') || conditions.some((it) => it.status === 'Unknown');
}

/** The InternalIP of a node. */
export const addressOf = (node: NodeObject): string =>
  node.status.addresses?.find((it) => it.type === 'InternalIP')?.address ?? '10.0.0.1';

function conditionNow(it: NodeCondition, readiness: Readiness, shown: NodeObject): NodeCondition {
  const now = it.type === 'Ready' ? { ...it, ...readyNow(readiness.isReady) } : it;
  const before = shown.status.conditions?.find((known) => known.type === it.type);
  const lastTransitionTime = before?.status === now.status ? before.lastTransitionTime : readiness.at;
  return { ...now, lastTransitionTime: lastTransitionTime ?? readiness.at, lastHeartbeatTime: readiness.at };
}

const readyNow = (isReady: boolean) =>
  isReady
    ? { status: 'True' as const, reason: 'KubeletReady', message: 'kubelet is posting ready status' }
    : { status: 'False' as const, reason: 'KubeletNotReady', message: 'container runtime network not ready' };
