import { keyOfObject } from '../../controllers/agenda.ts';
import type { BudgetMembers } from '../../controllers/budget-members.ts';
import { type BudgetObject, controllerOf, isFinished, isReady, type PodObject } from '../../model/object.ts';
import type { World } from '../../model/world.ts';
import { FINE, type Rule } from '../rule.ts';

/** Never more evictions open than a budget allows, and no refusal provoked that its status tells beforehand. */
export const budgets = (world: World, members: BudgetMembers): Rule => ({
  name: 'budgets',
  judge: ({ operation, namespace = '', name = '' }) => {
    const pod = operation === 'k8s:evict pods' ? world.store.get('pods', namespace, name) : undefined;
    const [budget] = pod === undefined ? [] : budgetsOf(world, members, pod);
    if (pod === undefined || budget === undefined || !counts(pod)) return FINE;
    const spent = overdrawn(world, members, budget);
    const known = knownRefusal(budget);
    return ({ status, body }) => {
      if (status === 429 && isOfBudget(body) && known !== null)
        return [`pod ${namespace}/${name} is evicted: ${known}`];
      return status < 300 && spent !== null ? [`pod ${namespace}/${name} is evicted: ${spent}`] : [];
    };
  },
});

/** Healthy, so that its end takes something from the budget. */
const counts = (pod: PodObject): boolean =>
  isReady(pod) && !isFinished(pod) && pod.metadata.deletionTimestamp === undefined;

const isOfBudget = (body: unknown): boolean =>
  ((body as { details?: { causes?: readonly { reason: string }[] } }).details?.causes ?? []).some(
    ({ reason }) => reason === 'DisruptionBudget',
  );

function knownRefusal({ metadata, status }: BudgetObject): string | null {
  if ((status.observedGeneration ?? 0) < (metadata.generation ?? 0))
    return `the status of budget ${metadata.name} said that it is not computed yet`;
  return status.disruptionsAllowed === 0 ? `the status of budget ${metadata.name} said that it allows nothing` : null;
}

/** Reckoned from the pods themselves. Null when one more may go; a status that nobody keeps is not the run's fault. */
function overdrawn(world: World, members: BudgetMembers, budget: BudgetObject): string | null {
  if (world.faults.disruptionControllerDown) return null;
  const pods = members.podsOf(keyOfObject(budget)).flatMap((key) => podAt(world, key) ?? []);
  const healthy = pods.filter(counts).length;
  const needed = neededBy(world, budget, pods);
  return healthy > needed ? null : `budget ${budget.metadata.name} needs ${needed} healthy pods and has ${healthy}`;
}

function neededBy(world: World, { spec }: BudgetObject, pods: readonly PodObject[]): number {
  const { minAvailable, maxUnavailable } = spec;
  if (typeof minAvailable === 'number') return minAvailable;
  const replicas = replicasOf(world, pods);
  if (maxUnavailable === undefined) return minAvailable === undefined ? 0 : percentOf(minAvailable, replicas);
  const gone = typeof maxUnavailable === 'number' ? maxUnavailable : percentOf(maxUnavailable, replicas);
  return Math.max(0, replicas - gone);
}

const percentOf = (share: string, whole: number): number => Math.ceil((Number.parseInt(share, 10) * whole) / 100);

/** How many pods the workloads want that these belong to. */
function replicasOf(world: World, pods: readonly PodObject[]): number {
  const wanted = new Map<string, number>();
  for (const pod of pods) {
    const owner = controllerOf(pod);
    const kind = owner?.kind === 'StatefulSet' ? 'apps/statefulsets' : 'apps/replicasets';
    const set = owner && world.store.get(kind, pod.metadata.namespace, owner.name);
    const above = set && controllerOf(set);
    const whole = above ? world.store.get('apps/deployments', pod.metadata.namespace, above.name) : set;
    if (whole) wanted.set(whole.metadata.uid, whole.spec.replicas ?? 1);
  }
  return [...wanted.values()].reduce((sum, it) => sum + it, 0);
}

const budgetsOf = (world: World, members: BudgetMembers, pod: PodObject): readonly BudgetObject[] =>
  members.budgetsOf(keyOfObject(pod)).flatMap((key) => {
    const [namespace, name = ''] = key.split('/');
    return world.store.get('policy/poddisruptionbudgets', namespace, name) ?? [];
  });

function podAt(world: World, key: string): PodObject | undefined {
  const [namespace, name = ''] = key.split('/');
  return world.store.get('pods', namespace, name);
}
