import { kubernetesGet } from './kubernetes-get.ts';
import type { StartLine } from './started-twin.ts';

interface Named {
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: Readonly<Record<string, string>>;
  };
}
interface NodeItem extends Named {
  readonly status: { readonly nodeInfo: { readonly kubeletVersion: string } };
}
interface PodItem extends Named {
  readonly spec: { readonly nodeName?: string };
}

/** What the demo holds against the procedure's source: read from the twin, not from what the tool says. */
export interface Facts {
  readonly apiServer: string;
  /** Node → kubelet version. */
  readonly kubelets: Readonly<Record<string, string>>;
  /** StatefulSet pod → zone. */
  readonly zones: Readonly<Record<string, string>>;
  /** `namespace/name` of a pod → node. */
  readonly nodeOf: Readonly<Record<string, string>>;
}

export async function facts(twin: StartLine): Promise<Facts> {
  const { gitVersion } = await kubernetesGet<{ gitVersion: string }>(twin, '/version');
  const nodes = await kubernetesGet<{ items: readonly NodeItem[] }>(twin, '/api/v1/nodes');
  const pods = await kubernetesGet<{ items: readonly PodItem[] }>(twin, '/api/v1/pods');
  const zoneOf = new Map(
    nodes.items.map(({ metadata }) => [metadata.name, metadata.labels?.['topology.kubernetes.io/zone'] ?? '?']),
  );
  return {
    apiServer: gitVersion,
    kubelets: Object.fromEntries(
      nodes.items.map(({ metadata, status }) => [short(metadata.name), status.nodeInfo.kubeletVersion]),
    ),
    zones: Object.fromEntries(
      pods.items
        .filter(({ metadata }) => metadata.name.startsWith('statefulset-'))
        .map(({ metadata, spec }) => [metadata.name, zoneOf.get(spec.nodeName ?? '') ?? 'nowhere']),
    ),
    nodeOf: Object.fromEntries(
      pods.items.map(({ metadata, spec }) => [`${metadata.namespace}/${metadata.name}`, short(spec.nodeName ?? '')]),
    ),
  };
}

const short = (node: string): string => node.split('.')[0] ?? node;

/** A change that the twin has carried out. */
export interface Write {
  /** Instant, ms, UTC. */
  readonly at: number;
  readonly operation: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Every change in order, from the twin's own journal. */
export async function writes(twin: StartLine): Promise<readonly Write[]> {
  const answer = await fetch(`${twin.controlUrl}/journal`, {
    headers: { authorization: `Bearer ${twin.controlToken}` },
  });
  const entries = (await answer.json()) as readonly (Write & {
    readonly kind: 'read' | 'write';
    readonly status: number;
  })[];
  return entries.filter(({ kind, status }) => kind === 'write' && status < 300);
}
