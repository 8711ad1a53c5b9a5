import { controllerOf, isReady as isPodReady } from '../drain/pod-facts.ts';
import type { NodegroupTaint } from '../eks/nodegroup.ts';
import type { Node } from '../kubernetes/node.ts';
import type { Pod } from '../kubernetes/pod.ts';
import type { Workload } from '../kubernetes/workload.ts';
import { sameMinor } from '../versions/minor.ts';
import { acceptsDaemonSet } from './accepts.ts';
import { isReady } from './labels.ts';

/** What a new node is measured by. */
export interface Measure {
  /** Target version: `1.21`. */
  readonly to: string;
  /** The taints its group is meant to have; every other one that keeps pods away belongs to its start. */
  readonly groupTaints: readonly NodegroupTaint[];
  readonly workloads: readonly Workload[];
  readonly pods: readonly Pod[];
  /** Nodes of the old group: what extended resources they have, the new one has to have as well. */
  readonly siblings: readonly Node[];
}

export type Worth = { readonly kind: 'worthy' } | { readonly kind: 'not-yet'; readonly why: string };

type Rule = (node: Node, measure: Measure) => string | null;

const RULES: readonly Rule[] = [kubelet, ready, schedulable, pressure, startUpTaint, daemonSets, extendedResources];

/** Whether pods may be sent to the node, or the first thing that is missing. */
export function decideWorth(node: Node, measure: Measure): Worth {
  for (const rule of RULES) {
    const why = rule(node, measure);
    if (why !== null) return { kind: 'not-yet', why };
  }
  return { kind: 'worthy' };
}

function kubelet({ status }: Node, { to }: Measure): string | null {
  const { kubeletVersion } = status.nodeInfo;
  return sameMinor(kubeletVersion, to) ? null : `its kubelet is ${kubeletVersion}, not ${to}`;
}

function ready(node: Node): string | null {
  if (isReady(node)) return null;
  const condition = node.status.conditions?.find(({ type }) => type === 'Ready');
  return `it is not Ready: ${condition?.message ?? condition?.reason ?? 'no status yet'}`;
}

function schedulable({ spec }: Node): string | null {
  return spec.unschedulable === true ? 'it is cordoned' : null;
}

function pressure({ status }: Node): string | null {
  const found = status.conditions?.find((it) => it.type.endsWith('Pressure') && it.status === 'True');
  return found ? `it has ${found.type}` : null;
}

const EFFECTS = { NO_SCHEDULE: 'NoSchedule', NO_EXECUTE: 'NoExecute', PREFER_NO_SCHEDULE: 'PreferNoSchedule' } as const;

function startUpTaint({ spec }: Node, { groupTaints }: Measure): string | null {
  const meant = new Set(groupTaints.map(({ key, effect }) => `${key}:${EFFECTS[effect]}`));
  const found = spec.taints?.find(({ key, effect }) => effect !== 'PreferNoSchedule' && !meant.has(`${key}:${effect}`));
  return found ? `it still has taint ${found.key}:${found.effect}` : null;
}

function daemonSets(node: Node, { workloads, pods }: Measure): string | null {
  const here = pods.filter((pod) => pod.spec.nodeName === node.metadata.name);
  const meant = workloads.filter(
    ({ kind, spec }) => kind === 'DaemonSet' && acceptsDaemonSet(node, spec.template.spec),
  );
  const lacking = meant.find(
    ({ metadata }) => !here.some((pod) => controllerOf(pod)?.uid === metadata.uid && isPodReady(pod)),
  );
  return lacking ? `DaemonSet ${lacking.metadata.namespace}/${lacking.metadata.name} has no ready pod on it` : null;
}

function extendedResources({ status }: Node, { siblings }: Measure): string | null {
  const wanted = new Set(siblings.flatMap((it) => extended(it)));
  const missing = [...wanted].sort().find((name) => !hasSome(status.allocatable, name));
  return missing === undefined ? null : `it has no ${missing}, which the nodes of the old group have`;
}

// Names with a domain are extended resources: `nvidia.com/gpu`.
const extended = ({ status }: Node): readonly string[] =>
  Object.keys(status.allocatable ?? {}).filter((name) => name.includes('/') && hasSome(status.allocatable, name));

const hasSome = (allocatable: Readonly<Record<string, string>> | undefined, name: string): boolean =>
  (allocatable?.[name] ?? '0') !== '0';
