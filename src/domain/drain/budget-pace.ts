import type { Budget } from '#domain/kubernetes/budget';
import type { Pod } from '#domain/kubernetes/pod';
import { budgetCapacity, budgetName, budgetsOf, type Closed } from './budget.ts';
import { belongsTo } from './owner.ts';
import { isFinished, isReady } from './pod-facts.ts';
import type { Granted, Scene, Turn } from './scene.ts';

/**
 * The turn of a pod as its budget sees it; null when no budget has a say. Counts what it gives away, so that never more
 * evictions are open than the budget allows.
 */
export function budgetPace(scene: Scene): (pod: Pod) => Turn | null {
  const spent = new Map<string, number>();
  const closed = new Map<string, Closed | null>();
  return (pod) => {
    const [budget, ...more] = budgetsOf(pod, scene.budgets);
    // The server does not ask budgets about a pod that does not run yet, or not any more.
    if (!budget || pod.status.phase === 'Pending' || isFinished(pod)) return null;
    if (more.length > 0) return severalBudgets(pod, [budget, ...more]);
    if (passesUnready(pod, budget)) return grant(pod, null, scene);
    if (isStale(budget)) return stale(pod, budget);
    const { uid } = budget.metadata;
    const left = budget.status.disruptionsAllowed - unseen(budget, scene) - (spent.get(uid) ?? 0);
    if (left > 0) {
      spent.set(uid, (spent.get(uid) ?? 0) + 1);
      return grant(pod, budget, scene);
    }
    if (!closed.has(uid)) closed.set(uid, budgetCapacity(budget, scene).closed);
    return refuse(pod, budget, closed.get(uid) ?? null);
  };
}

const grant = (pod: Pod, budget: Budget | null, { workloads }: Scene): Turn => ({
  kind: 'evict',
  pod,
  budget,
  workload: belongsTo(pod, workloads),
});

/** An unready pod gives no service: it may go when the budget says so, or when enough others are healthy. */
function passesUnready(pod: Pod, { spec, status }: Budget): boolean {
  if (isReady(pod)) return false;
  if (spec.unhealthyPodEvictionPolicy === 'AlwaysAllow') return true;
  return status.desiredHealthy > 0 && status.currentHealthy >= status.desiredHealthy;
}

const isStale = ({ metadata, status }: Budget): boolean =>
  (status.observedGeneration ?? 0) < (metadata.generation ?? 0);

/** Evictions this budget granted that its status does not show yet. */
const unseen = (budget: Budget, scene: Scene): number =>
  [...scene.granted].filter(([uid, it]) => it.budget?.uid === budget.metadata.uid && !isSeen(uid, it, budget, scene))
    .length;

function isSeen(uid: string, granted: Granted, budget: Budget, { pods }: Scene): boolean {
  if (budget.status.disruptedPods?.[granted.name] !== undefined) return true;
  if (granted.budget?.resourceVersion === budget.metadata.resourceVersion) return false;
  return !pods.some((it) => it.metadata.uid === uid && it.metadata.deletionTimestamp === undefined);
}

function severalBudgets(pod: Pod, budgets: readonly Budget[]): Turn {
  const names = budgets.map(budgetName).join(', ');
  return {
    kind: 'fail',
    pod,
    code: 'PDB_MULTIPLE',
    why: `${budgets.length} budgets cover it (${names}), so the API server refuses every eviction of it`,
    hint: `narrow or remove all but one of ${names}, then retry`,
  };
}

const stale = (pod: Pod, budget: Budget): Turn => ({
  kind: 'wait',
  pod,
  code: 'PDB_STALE',
  why: `budget ${budgetName(budget)} was changed and its numbers are not computed yet`,
  endsWhen: 'the disruption controller has looked at it',
});

function refuse(pod: Pod, budget: Budget, closed: Closed | null): Turn {
  if (closed) return closedBudget(pod, budget, closed);
  const failed = budget.status.conditions?.find((it) => it.status === 'False' && it.reason === 'SyncFailed');
  if (failed) return syncFailed(pod, budget, failed.message ?? 'no reason given');
  const { desiredHealthy, currentHealthy, disruptionsAllowed } = budget.status;
  return {
    kind: 'wait',
    pod,
    code: 'PDB_EXHAUSTED',
    why: `budget ${budgetName(budget)} needs ${desiredHealthy} healthy, has ${currentHealthy}, allows ${disruptionsAllowed} now${disruptionsAllowed > 0 ? ', which another pod takes' : ''}`,
    endsWhen: `budget ${budgetName(budget)} allows an eviction`,
  };
}

const closedBudget = (pod: Pod, budget: Budget, { why }: Closed): Turn => ({
  kind: 'fail',
  pod,
  code: 'PDB_CLOSED',
  why: `budget ${budgetName(budget)} can never allow an eviction: ${why}`,
  hint: `raise the replicas or change budget ${budgetName(budget)}, then retry`,
});

const syncFailed = (pod: Pod, budget: Budget, words: string): Turn => ({
  kind: 'wait',
  pod,
  code: 'PDB_SYNC_FAILED',
  why: `budget ${budgetName(budget)} cannot be computed, so it allows nothing: ${words}`,
  endsWhen: 'the disruption controller can compute it',
});
