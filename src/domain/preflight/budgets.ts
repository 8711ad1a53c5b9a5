import { type BudgetWorld, budgetCapacity, budgetName, budgetsOf, byUid } from '../drain/budget.ts';
import { nodesOfGroup } from '../drain/marks.ts';
import { isFinished, isTerminating, podName } from '../drain/pod-facts.ts';
import { mustGo, selectPods } from '../drain/select-pods.ts';
import type { Budget } from '../kubernetes/budget.ts';
import type { Node } from '../kubernetes/node.ts';
import type { Pod } from '../kubernetes/pod.ts';
import { type Concern, defineCheck, type PlannedHop } from './check.ts';

/** No disruption budget makes it impossible to evict a pod from the nodes that will be emptied. */
export const budgets = defineCheck({
  name: 'budgets',
  guards: ['drain'],
  needs: ['budgets', 'pods', 'workloads', 'nodes'],
  judge: ({ budgets: all, pods, workloads, nodes }, hop) => {
    const toEvict = podsToEvict(pods, nodes, hop);
    const world: BudgetWorld = { pods, workloads: byUid(workloads) };
    const covering = all.filter((budget) => toEvict.some((pod) => budgetsOf(pod, [budget]).length > 0));
    return [
      ...toEvict.flatMap((pod) => judgeSeveral(pod, budgetsOf(pod, all))),
      ...covering.flatMap((budget) => judgeBudget(budget, world)),
    ];
  },
});

function podsToEvict(pods: readonly Pod[], nodes: readonly Node[], { rotations }: PlannedHop): readonly Pod[] {
  const old = new Set(rotations.flatMap((it) => nodesOfGroup(nodes, it.old)).map(({ metadata }) => metadata.name));
  const onOld = pods.filter((pod) => old.has(pod.spec.nodeName ?? ''));
  const leaving = mustGo(selectPods(onOld, { cordonedAt: Number.POSITIVE_INFINITY, workloads: null }));
  return leaving.filter((pod) => !isFinished(pod) && !isTerminating(pod));
}

function judgeSeveral(pod: Pod, covering: readonly Budget[]): readonly Concern[] {
  if (covering.length < 2) return [];
  const names = covering.map(budgetName).join(', ');
  return [
    {
      code: 'SEVERAL_BUDGETS',
      severity: 'block',
      object: podName(pod),
      why: `pod ${podName(pod)} is covered by ${covering.length} budgets (${names}); the API server refuses every eviction of it`,
      whatToDo: `delete or narrow all but one: kubectl get pdb -n ${pod.metadata.namespace}`,
    },
  ];
}

function judgeBudget(budget: Budget, world: BudgetWorld): readonly Concern[] {
  const { expected, desired, healthy, allowed, closed } = budgetCapacity(budget, world);
  if (closed) return [never(budget, `${closed.why}; no eviction can ever be allowed`)];
  const failed = budget.status.conditions?.find(({ reason, status }) => reason === 'SyncFailed' && status === 'False');
  if (failed)
    return [never(budget, `the disruption controller cannot compute it (SyncFailed: ${failed.message ?? 'no text'})`)];
  if (allowed > 0 || expected === 0) return [];
  const sum = `${desired} of ${expected} have to be healthy, ${healthy} are`;
  return [
    {
      code: 'BUDGET_EXHAUSTED',
      severity: 'risk',
      object: budgetName(budget),
      why: `budget ${budgetName(budget)} allows no eviction now: ${sum}; the drain waits until more pods are healthy`,
      whatToDo: `find what keeps its pods from getting ready: kubectl get pods -n ${budget.metadata.namespace}`,
    },
  ];
}

function never(budget: Budget, why: string): Concern {
  return {
    code: 'BUDGET_NEVER_ALLOWS',
    severity: 'block',
    object: budgetName(budget),
    why: `budget ${budgetName(budget)}: ${why}`,
    whatToDo: `raise the replicas or relax it: kubectl edit pdb ${budget.metadata.name} -n ${budget.metadata.namespace}`,
  };
}
