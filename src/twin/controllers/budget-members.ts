import type { BudgetObject, PodObject } from '../model/object.ts';
import { matchesSelector } from '../model/selector.ts';
import type { Change, ObjectStore } from '../model/store.ts';
import { keyOfObject } from './agenda.ts';

/**
 * Which pods each budget speaks about, kept up to date change by change. Budgets are kept as policy/v1: an empty selector
 * matches every pod of the namespace, a missing one none.
 */
export class BudgetMembers {
  readonly #store: ObjectStore;
  readonly #budgets = new Map<string, Map<string, BudgetObject>>();
  readonly #podsOf = new Map<string, Set<string>>();
  readonly #budgetsOf = new Map<string, readonly string[]>();
  readonly #podsIn = new Map<string, Set<string>>();

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  /** Takes a change in and tells which budgets it touches. */
  note({ resource, before, after }: Change): readonly string[] {
    if (resource === 'pods') return this.#notePod(before as PodObject | undefined, after as PodObject | undefined);
    if (resource === 'policy/poddisruptionbudgets') {
      return this.#noteBudget(before as BudgetObject | undefined, after as BudgetObject | undefined);
    }
    return [];
  }

  /** Keys of pods. */
  podsOf(budget: string): readonly string[] {
    return [...(this.#podsOf.get(budget) ?? [])];
  }

  /** Keys of the budgets that match a pod. */
  budgetsOf(pod: string): readonly string[] {
    return this.#budgetsOf.get(pod) ?? [];
  }

  budgetsIn(namespace: string): readonly string[] {
    return [...(this.#budgets.get(namespace)?.keys() ?? [])];
  }

  #notePod(before: PodObject | undefined, after: PodObject | undefined): readonly string[] {
    const pod = (after ?? before) as PodObject;
    const key = keyOfObject(pod);
    const held = this.#budgetsOf.get(key) ?? [];
    if (before && after && before.metadata.labels === after.metadata.labels) return held;
    const namespace = pod.metadata.namespace ?? '';
    const inNamespace = this.#podsIn.get(namespace) ?? new Set();
    this.#podsIn.set(namespace, inNamespace);
    if (after) inNamespace.add(key);
    else inNamespace.delete(key);
    const budgets = after
      ? [...(this.#budgets.get(namespace)?.values() ?? [])].filter((it) => speaksAbout(it, after))
      : [];
    this.#link(key, held, budgets.map(keyOfObject));
    return [...new Set([...held, ...this.budgetsOf(key)])];
  }

  #noteBudget(before: BudgetObject | undefined, after: BudgetObject | undefined): readonly string[] {
    const budget = (after ?? before) as BudgetObject;
    const key = keyOfObject(budget);
    const namespace = budget.metadata.namespace ?? '';
    const here = this.#budgets.get(namespace) ?? new Map<string, BudgetObject>();
    this.#budgets.set(namespace, here);
    if (after) here.set(key, after);
    else here.delete(key);
    if (before && after && before.spec === after.spec) return [key];
    for (const pod of this.#podsIn.get(namespace) ?? []) this.#relink(pod, key, after);
    return after ? [key] : [];
  }

  #relink(pod: string, budget: string, now: BudgetObject | undefined): void {
    const held = this.#budgetsOf.get(pod) ?? [];
    const found = this.#podAt(pod);
    const others = held.filter((it) => it !== budget);
    this.#link(pod, held, now && found && speaksAbout(now, found) ? [...others, budget] : others);
  }

  #podAt(key: string): PodObject | undefined {
    const slash = key.indexOf('/');
    return this.#store.get('pods', key.slice(0, slash), key.slice(slash + 1));
  }

  #link(pod: string, before: readonly string[], after: readonly string[]): void {
    for (const budget of before) this.#podsOf.get(budget)?.delete(pod);
    for (const budget of after) this.#podsOf.set(budget, (this.#podsOf.get(budget) ?? new Set()).add(pod));
    if (after.length > 0) this.#budgetsOf.set(pod, after);
    else this.#budgetsOf.delete(pod);
  }
}

const speaksAbout = (budget: BudgetObject, pod: PodObject): boolean =>
  budget.spec.selector !== undefined &&
  budget.spec.selector !== null &&
  matchesSelector(budget.spec.selector, pod.metadata.labels);
