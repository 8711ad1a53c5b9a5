import type { Pod, Toleration } from '#domain/kubernetes/pod';
import type { Workload } from '#domain/kubernetes/workload';
import type { DrainCode } from '#errors/catalogue/catalogue';
import { isDaemonSetPod, workloadOf } from './owner.ts';
import { controllerOf, isFinished, isTerminating, podName } from './pod-facts.ts';

/** What the operator allows, with the meaning of kubectl's flags of these names. */
export interface DrainOptions {
  readonly ignoreDaemonSets: boolean;
  readonly deleteEmptyDirData: boolean;
  /** Also pods that nobody brings back. */
  readonly force: boolean;
}

/** As a runbook drain does it: DaemonSet pods stay, emptyDir data is given up, bare pods stop the drain. */
export const DRAIN_OPTIONS: DrainOptions = { ignoreDaemonSets: true, deleteEmptyDirData: true, force: false };

export interface SelectionFacts {
  /** When the node was closed, ms: a pod that tolerates that and came later would come again. */
  readonly cordonedAt: number;
  /** By UID; null when they could not be listed: the owner reference alone decides then. */
  readonly workloads: ReadonlyMap<string, Workload> | null;
}

export interface PodFinding {
  readonly code: Extract<DrainCode, 'BARE_POD' | 'LOCAL_DATA' | 'DAEMONSET_POD' | 'ORPHANED_DAEMONSET_POD'>;
  readonly severity: 'block' | 'risk';
  readonly why: string;
}

export type Verdict =
  | { readonly kind: 'evict'; readonly pod: Pod; readonly findings: readonly PodFinding[] }
  | { readonly kind: 'stay'; readonly pod: Pod; readonly reason: 'daemonset' | 'static' | 'returned' }
  | { readonly kind: 'blocked'; readonly pod: Pod; readonly findings: readonly PodFinding[] };

type StayRule = (pod: Pod, facts: SelectionFacts, options: DrainOptions) => 'daemonset' | 'static' | 'returned' | null;
type FindingRule = (pod: Pod, facts: SelectionFacts, options: DrainOptions) => PodFinding | null;

const STAYS: readonly StayRule[] = [daemonSetPod, staticPod, returned];
const FINDINGS: readonly FindingRule[] = [daemonSetWithoutConsent, orphanedDaemonSetPod, localData, barePod];

/**
 * Which pods of a node have to go, which may stay, and which nobody may touch without consent: kubectl's filters, but
 * with every finding of a pod and with the API group of owners (https://kubernetes.io/docs/reference/kubectl/generated/kubectl_drain/).
 */
export function selectPods(pods: readonly Pod[], facts: SelectionFacts, options = DRAIN_OPTIONS): readonly Verdict[] {
  return pods.map((pod) => judge(pod, facts, options));
}

/** Those that a node must not carry any more when it is called empty. */
export const mustGo = (verdicts: readonly Verdict[]): readonly Pod[] =>
  verdicts.filter((it) => it.kind !== 'stay').map((it) => it.pod);

function judge(pod: Pod, facts: SelectionFacts, options: DrainOptions): Verdict {
  for (const rule of STAYS) {
    const reason = rule(pod, facts, options);
    if (reason) return { kind: 'stay', pod, reason };
  }
  // On its way out already: consent would come too late.
  if (isTerminating(pod)) return { kind: 'evict', pod, findings: [] };
  const findings = FINDINGS.map((rule) => rule(pod, facts, options)).filter((it) => it !== null);
  return { kind: findings.some((it) => it.severity === 'block') ? 'blocked' : 'evict', pod, findings };
}

function daemonSetPod(pod: Pod, facts: SelectionFacts, options: DrainOptions) {
  return isDaemonSetPod(pod) && !isFinished(pod) && options.ignoreDaemonSets && !isOrphan(pod, facts)
    ? 'daemonset'
    : null;
}

function staticPod(pod: Pod) {
  return pod.metadata.annotations?.['kubernetes.io/config.mirror'] === undefined ? null : 'static';
}

function returned(pod: Pod, facts: SelectionFacts) {
  if (isFinished(pod) || isTerminating(pod) || Date.parse(pod.metadata.creationTimestamp) <= facts.cordonedAt)
    return null;
  return toleratesCordon(pod) || isPinned(pod, facts) ? 'returned' : null;
}

function daemonSetWithoutConsent(
  pod: Pod,
  facts: SelectionFacts,
  { ignoreDaemonSets }: DrainOptions,
): PodFinding | null {
  if (ignoreDaemonSets || !isDaemonSetPod(pod) || isFinished(pod) || isOrphan(pod, facts)) return null;
  return { code: 'DAEMONSET_POD', severity: 'block', why: 'its DaemonSet would bring it back at once' };
}

function orphanedDaemonSetPod(pod: Pod, facts: SelectionFacts, { force }: DrainOptions): PodFinding | null {
  if (!isDaemonSetPod(pod) || isFinished(pod) || !isOrphan(pod, facts)) return null;
  const why = `its DaemonSet ${controllerOf(pod)?.name} does not exist any more: nobody brings it back`;
  return { code: 'ORPHANED_DAEMONSET_POD', severity: force ? 'risk' : 'block', why };
}

function localData(pod: Pod, _facts: SelectionFacts, { deleteEmptyDirData }: DrainOptions): PodFinding | null {
  const volumes = (pod.spec.volumes ?? []).filter((it) => it.emptyDir !== undefined).map((it) => it.name);
  if (volumes.length === 0 || isFinished(pod)) return null;
  const why = `the data in its emptyDir ${volumes.join(', ')} is lost`;
  return { code: 'LOCAL_DATA', severity: deleteEmptyDirData ? 'risk' : 'block', why };
}

function barePod(pod: Pod, _facts: SelectionFacts, { force }: DrainOptions): PodFinding | null {
  if (isFinished(pod) || controllerOf(pod)) return null;
  return { code: 'BARE_POD', severity: force ? 'risk' : 'block', why: 'it has no controller: nobody brings it back' };
}

const isOrphan = (pod: Pod, { workloads }: SelectionFacts): boolean =>
  workloads !== null && !workloads.has(controllerOf(pod)?.uid ?? '');

/** Its template names the node, so that no scheduler and no cordon is asked. */
const isPinned = (pod: Pod, { workloads }: SelectionFacts): boolean =>
  workloads !== null && workloadOf(pod, workloads)?.spec.template.spec.nodeName === (pod.spec.nodeName ?? null);

const toleratesCordon = (pod: Pod): boolean => (pod.spec.tolerations ?? []).some(coversCordon);

function coversCordon({ key, operator = 'Equal', value = '', effect = '' }: Toleration): boolean {
  if (effect !== '' && effect !== 'NoSchedule') return false;
  if (operator === 'Exists') return !key || key === 'node.kubernetes.io/unschedulable';
  return key === 'node.kubernetes.io/unschedulable' && value === '';
}

/** `default/tool: it has no controller … [BARE_POD]`, one line a pod. */
export function formatBlocked(verdicts: readonly Verdict[]): readonly string[] {
  return verdicts.flatMap((it) =>
    it.kind === 'blocked'
      ? [`${podName(it.pod)}: ${it.findings.map(({ why, code }) => `${why} [${code}]`).join('; ')}`]
      : [],
  );
}
