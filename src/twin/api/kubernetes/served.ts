import type { BudgetObject, LabelSelector, WireObject } from '../../model/object.ts';
import { keyOf, type ResourceKind, resourceByKey } from '../../model/resources.ts';
import type { ResourceName } from '../face.ts';

/** The kind behind a path, if this server version serves it. */
export function servedKind({ group, version, resource }: ResourceName, minor: number): ResourceKind | undefined {
  const kind = resourceByKey(keyOf(group, resource));
  return kind?.versions(minor).includes(version) ? kind : undefined;
}

/** An object as it is served in one version of its group. */
export function toServed(object: WireObject, { group, version }: ResourceName): WireObject {
  const apiVersion = group === '' ? version : `${group}/${version}`;
  if (object.kind !== 'PodDisruptionBudget')
    return object.apiVersion === apiVersion ? object : { ...object, apiVersion };
  return version === 'v1beta1' ? asBeta(object as BudgetObject) : object;
}

/** An object as it is kept, from what was sent in one version. Budgets are kept as policy/v1. */
export function toStored(object: WireObject): WireObject {
  if (object.kind !== 'PodDisruptionBudget' || object.apiVersion === 'policy/v1') return object;
  const budget = object as BudgetObject;
  const { selector } = budget.spec;
  const kept = selector && isEmpty(selector) ? MATCH_NONE : isSame(selector, MATCH_ALL) ? {} : selector;
  return {
    ...budget,
    apiVersion: 'policy/v1',
    spec: { ...budget.spec, ...(kept && { selector: kept }) },
  } as WireObject;
}

// In policy/v1beta1 an empty selector matches no pod, in policy/v1 all. The server translates with requirements on a key
// that nobody uses (kubernetes/pkg/apis/policy/v1beta1/conversion.go).
const UNUSED = 'pdb.kubernetes.io/deprecated-v1beta1-empty-selector-match';
const MATCH_NONE: LabelSelector = { matchExpressions: [{ key: UNUSED, operator: 'Exists' }] };
const MATCH_ALL: LabelSelector = { matchExpressions: [{ key: UNUSED, operator: 'DoesNotExist' }] };

const betas = new WeakMap<BudgetObject, WireObject>();

function asBeta(budget: BudgetObject): WireObject {
  const known = betas.get(budget);
  if (known) return known;
  const { selector } = budget.spec;
  const shown = selector && isEmpty(selector) ? MATCH_ALL : isSame(selector, MATCH_NONE) ? {} : selector;
  const beta = {
    ...budget,
    apiVersion: 'policy/v1beta1',
    spec: { ...budget.spec, ...(shown && { selector: shown }) },
  } as WireObject;
  betas.set(budget, beta);
  return beta;
}

const isEmpty = (it: LabelSelector): boolean =>
  Object.keys(it.matchLabels ?? {}).length + (it.matchExpressions?.length ?? 0) === 0;

const isSame = (a: LabelSelector | null | undefined, b: LabelSelector): boolean =>
  !!a &&
  Object.keys(a.matchLabels ?? {}).length === 0 &&
  JSON.stringify(a.matchExpressions) === JSON.stringify(b.matchExpressions);
