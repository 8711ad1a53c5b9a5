import { type BudgetObject, controllerOf, isReady, type PodObject, timestamp } from '../model/object.ts';
import type { Change } from '../model/store.ts';
import type { Controller, World } from '../model/world.ts';
import { Agenda, fromKey, keyOfObject } from './agenda.ts';
import { BudgetMembers } from './budget-members.ts';
import { share } from './rolling-sizes.ts';
import { canonical } from './template.ts';

/** How long an eviction that nobody has seen takes its unit of the budget (kubernetes/pkg/controller/disruption, DeletionTimeout). */
const FORGOTTEN_AFTER = 120_000;

/** The disruption controller: keeps the status of budgets (https://kubernetes.io/docs/tasks/run-application/configure-pdb/). */
export class Disruption implements Controller {
  readonly members: BudgetMembers;
  readonly #world: World;
  readonly #agenda = new Agenda();

  constructor(world: World) {
    this.#world = world;
    this.members = new BudgetMembers(world.store);
    world.store.onChange((change) => this.#notice(change));
  }

  work(): boolean {
    if (this.#world.faults.disruptionControllerDown) return false;
    return this.#agenda.handle((key) => {
      const { namespace, name } = fromKey(key);
      const budget = this.#world.store.get('policy/poddisruptionbudgets', namespace, name);
      if (budget) this.#sync(budget);
    });
  }

  #notice(change: Change): void {
    for (const budget of this.members.note(change)) this.#agenda.add(budget);
    const scaled = change.after ?? change.before;
    if (
      !/^apps\/(deployments|replicasets|statefulsets)$/.test(change.resource) ||
      !scaled ||
      change.before?.spec === change.after?.spec
    )
      return;
    for (const budget of this.members.budgetsIn(scaled.metadata.namespace ?? '')) this.#agenda.add(budget);
  }

  #sync(budget: BudgetObject): void {
    const pods = this.members.podsOf(keyOfObject(budget)).flatMap((it) => {
      const { namespace, name } = fromKey(it);
      return this.#world.store.get('pods', namespace, name) ?? [];
    });
    const now = this.#world.time.now();
    const expected = this.#expected(budget, pods);
    const status =
      expected.kind === 'failed' ? failed(budget, expected.why, now) : computed(budget, pods, expected, now);
    if (canonical(status) === canonical(budget.status)) return;
    this.#world.store.update('policy/poddisruptionbudgets', budget, { ...budget, status });
    if (Object.keys(status.disruptedPods ?? {}).length > 0) this.#lookAgain(budget);
  }

  #lookAgain(budget: BudgetObject): void {
    this.#world.after(FORGOTTEN_AFTER, () => this.#agenda.add(keyOfObject(budget)));
  }

  #expected(budget: BudgetObject, pods: readonly PodObject[]): Expected {
    const { minAvailable, maxUnavailable } = budget.spec;
    if (maxUnavailable === undefined && typeof minAvailable !== 'string') {
      return { kind: 'known', expected: pods.length, desired: minAvailable ?? 0 };
    }
    const scale = this.#scaleOfOwners(pods);
    if (typeof scale === 'string') return { kind: 'failed', why: scale };
    if (maxUnavailable === undefined)
      return { kind: 'known', expected: scale, desired: share(minAvailable ?? 0, scale, Math.ceil) };
    return { kind: 'known', expected: scale, desired: Math.max(0, scale - share(maxUnavailable, scale, Math.ceil)) };
  }

  /** The wanted replicas of all direct controllers together; a text when one of them cannot be scaled. */
  #scaleOfOwners(pods: readonly PodObject[]): number | string {
    const scales = new Map<string, number>();
    for (const pod of pods) {
      const scale = this.#scaleOf(pod);
      if (typeof scale === 'string') return scale;
      if (scale) scales.set(scale.uid, scale.replicas);
    }
    return [...scales.values()].reduce((sum, it) => sum + it, 0);
  }

  #scaleOf(pod: PodObject): { readonly uid: string; readonly replicas: number } | string | undefined {
    const owner = controllerOf(pod);
    if (!owner) return undefined;
    const { namespace } = pod.metadata;
    const found =
      SCALABLE[owner.kind] && this.#world.store.get(SCALABLE[owner.kind] as 'apps/replicasets', namespace, owner.name);
    if (!found || found.metadata.uid !== owner.uid) {
      return SCALABLE[owner.kind]
        ? undefined
        : `${owner.kind.toLowerCase()}s.${owner.apiVersion.split('/')[0]} does not implement the scale subresource`;
    }
    const above = controllerOf(found);
    const deployment = above?.kind === 'Deployment' && this.#world.store.get('apps/deployments', namespace, above.name);
    const scaled = deployment || found;
    return { uid: scaled.metadata.uid, replicas: scaled.spec.replicas ?? 1 };
  }
}

type Expected =
  | { readonly kind: 'known'; readonly expected: number; readonly desired: number }
  | { readonly kind: 'failed'; readonly why: string };

const SCALABLE: Readonly<Record<string, string>> = {
  Deployment: 'apps/deployments',
  ReplicaSet: 'apps/replicasets',
  StatefulSet: 'apps/statefulsets',
};

function computed(
  budget: BudgetObject,
  pods: readonly PodObject[],
  { expected, desired }: { readonly expected: number; readonly desired: number },
  now: number,
): BudgetObject['status'] {
  const disrupted = stillDisrupted(budget, pods, now);
  const healthy = pods.filter(
    (it) => isReady(it) && it.metadata.deletionTimestamp === undefined && !(it.metadata.name in disrupted),
  ).length;
  const allowed = expected === 0 ? 0 : Math.max(0, healthy - desired);
  return {
    observedGeneration: budget.metadata.generation ?? 1,
    disruptionsAllowed: allowed,
    currentHealthy: healthy,
    desiredHealthy: desired,
    expectedPods: expected,
    ...(Object.keys(disrupted).length > 0 && { disruptedPods: disrupted }),
    conditions: [condition(budget, allowed > 0, allowed > 0 ? 'SufficientPods' : 'InsufficientPods', '', now)],
  };
}

const NOT_COMPUTED = { currentHealthy: 0, desiredHealthy: 0, expectedPods: 0 } as const;

/** The numbers stay as they were, and so does the generation that they belong to: a budget that has failed from the start has none. */
const failed = (budget: BudgetObject, why: string, now: number): BudgetObject['status'] => ({
  ...NOT_COMPUTED,
  ...(budget.status as Partial<BudgetObject['status']>),
  disruptionsAllowed: 0,
  conditions: [condition(budget, false, 'SyncFailed', why, now)],
});

function condition(budget: BudgetObject, is: boolean, reason: string, message: string, now: number) {
  const status = is ? ('True' as const) : ('False' as const);
  const before = budget.status.conditions?.find((it) => it.type === 'DisruptionAllowed');
  const lastTransitionTime = before?.status === status ? (before.lastTransitionTime ?? timestamp(now)) : timestamp(now);
  return { type: 'DisruptionAllowed', status, reason, message, lastTransitionTime };
}

function stillDisrupted(
  budget: BudgetObject,
  pods: readonly PodObject[],
  now: number,
): Readonly<Record<string, string>> {
  const byName = new Map(pods.map((it) => [it.metadata.name, it]));
  return Object.fromEntries(
    Object.entries(budget.status.disruptedPods ?? {}).filter(([name, since]) => {
      const pod = byName.get(name);
      return pod && pod.metadata.deletionTimestamp === undefined && Date.parse(since) + FORGOTTEN_AFTER > now;
    }),
  );
}
