import type { Budget } from '#domain/kubernetes/budget';
import type { Pod } from '#domain/kubernetes/pod';
import type { Workload } from '#domain/kubernetes/workload';
import { expectedPods } from './expected-pods.ts';
import { isFinished, isReady, isTerminating, podName } from './pod-facts.ts';
import { isEmptySelector, selects } from './selector.ts';

/** What a budget is computed from: pods (of its namespace at least) and the workloads by their UID. */
export interface BudgetWorld {
  readonly pods: readonly Pod[];
  readonly workloads: ReadonlyMap<string, Workload>;
}

/** What a budget allows, computed anew from its spec as the disruption controller does it. */
export interface BudgetCapacity {
  /** How many pods there should be. */
  readonly expected: number;
  /** How many of them have to be healthy. */
  readonly desired: number;
  /** How many are: Ready, not terminating, no eviction just granted. */
  readonly healthy: number;
  /** How many may be evicted now. */
  readonly allowed: number;
  /** Why it can never allow one, even with every pod healthy; null when it can. */
  readonly closed: Closed | null;
}

export interface Closed {
  readonly reason: 'needs-all' | 'no-scale' | 'unmanaged-only' | 'no-rule';
  /** A sentence with the sum: `minAvailable 1 asks for 1 healthy of 1 expected`. */
  readonly why: string;
}

/** `namespace/name` of a budget. */
export const budgetName = (budget: Budget): string => `${budget.metadata.namespace}/${budget.metadata.name}`;

/** Workloads by UID, as `BudgetWorld` takes them. */
export const byUid = (workloads: readonly Workload[]): ReadonlyMap<string, Workload> =>
  new Map(workloads.map((it) => [it.metadata.uid, it]));

/**
 * Whether a budget covers a pod: same namespace, and its selector picks the pod. In policy/v1beta1 an empty selector
 * picks nothing, in policy/v1 everything; a missing one picks nothing in both
 * (https://kubernetes.io/docs/reference/using-api/deprecation-guide/#poddisruptionbudget-v125).
 */
export function covers(budget: Budget, pod: Pod): boolean {
  const { selector } = budget.spec;
  if (!selector || budget.metadata.namespace !== pod.metadata.namespace) return false;
  if (budget.apiVersion === 'policy/v1beta1' && isEmptySelector(selector)) return false;
  return selects(selector, pod.metadata.labels);
}

/** The budgets that cover a pod. More than one makes the server refuse every eviction of it. */
export const budgetsOf = (pod: Pod, budgets: readonly Budget[]): readonly Budget[] =>
  budgets.filter((it) => covers(it, pod));

/**
 * Expected, desired, healthy and allowed of a budget, and whether it can ever allow an eviction
 * (arithmetic of the disruption controller: https://kubernetes.io/docs/tasks/run-application/configure-pdb/).
 */
export function budgetCapacity(budget: Budget, world: BudgetWorld): BudgetCapacity {
  const pods = world.pods.filter((it) => covers(budget, it));
  const scale = expectedPods(pods, world.workloads);
  const expected = expectedNow(budget, pods, scale.expected);
  const desired = desiredOf(budget, expected);
  const healthy = pods.filter((it) => isHealthy(it, budget)).length;
  const known = scale.ownersWithoutScale.length === 0 || isPlainCount(budget);
  const allowed = expected > 0 && known ? Math.max(0, healthy - desired) : 0;
  return { expected, desired, healthy, allowed, closed: closedBecause(budget, pods, scale) };
}

type Scale = ReturnType<typeof expectedPods>;

/** Only `minAvailable` as a number counts pods whoever owns them; all else asks the owners for their scale. */
const isPlainCount = ({ spec }: Budget): boolean =>
  spec.maxUnavailable === undefined && typeof spec.minAvailable === 'number';

function expectedNow(budget: Budget, pods: readonly Pod[], byOwners: number): number {
  if (isPlainCount(budget)) return pods.length;
  return ruleOf(budget) === null ? 0 : byOwners;
}

function desiredOf({ spec }: Budget, expected: number): number {
  if (spec.maxUnavailable !== undefined) return Math.max(0, expected - resolve(spec.maxUnavailable, expected));
  return spec.minAvailable === undefined ? 0 : resolve(spec.minAvailable, expected);
}

/** Percentages round up, for minAvailable as for maxUnavailable. */
function resolve(rule: number | string, expected: number): number {
  return typeof rule === 'number' ? rule : Math.ceil((Number.parseInt(rule, 10) * expected) / 100);
}

const isHealthy = (pod: Pod, budget: Budget): boolean =>
  isReady(pod) && !isTerminating(pod) && budget.status.disruptedPods?.[pod.metadata.name] === undefined;

function closedBecause(budget: Budget, pods: readonly Pod[], scale: Scale): Closed | null {
  if (pods.every(isFinished)) return null;
  const rule = ruleOf(budget);
  if (rule === null) return { reason: 'no-rule', why: 'it has neither minAvailable nor maxUnavailable' };
  if (!isPlainCount(budget)) {
    if (scale.ownersWithoutScale.length > 0) return withoutScale(rule, scale.ownersWithoutScale);
    if (scale.unmanaged.length === pods.length) return unmanagedOnly(rule, scale.unmanaged);
  }
  return needsAll(budget, rule, pods, scale);
}

function needsAll(budget: Budget, rule: string, pods: readonly Pod[], scale: Scale): Closed | null {
  // Pods on their way back are missing from a plain count for a moment; what counts is how many there can be.
  const most = isPlainCount(budget) ? Math.max(pods.length, scale.expected + scale.unmanaged.length) : scale.expected;
  const desired = desiredOf(budget, most);
  if (most === 0 || desired < most) return null;
  return { reason: 'needs-all', why: `${rule} asks for ${desired} healthy of ${most} expected` };
}

const withoutScale = (rule: string, owners: readonly string[]): Closed => ({
  reason: 'no-scale',
  why: `${rule} needs the scale of ${owners.join(', ')}, which has none: only minAvailable as a number works there`,
});

const unmanagedOnly = (rule: string, pods: readonly Pod[]): Closed => ({
  reason: 'unmanaged-only',
  why: `${rule} counts pods by their controllers, but ${pods.map(podName).join(', ')} has none`,
});

function ruleOf({ spec }: Budget): string | null {
  if (spec.maxUnavailable !== undefined) return `maxUnavailable ${spec.maxUnavailable}`;
  return spec.minAvailable === undefined ? null : `minAvailable ${spec.minAvailable}`;
}
