import { type Answer, value } from '#ports/answer';
import type { Budget } from '#ports/kubernetes';
import type { Connection } from './connection.ts';
import { notA } from './lists.ts';
import { plain, type RawObject } from './objects.ts';

type BudgetVersion = Budget['apiVersion'];

/**
 * The API version to read budgets with: policy/v1 where it is served (Kubernetes 1.21), else policy/v1beta1. Asked anew
 * before each list and watch, because it changes under us when the control plane is updated.
 */
export async function budgetVersion(connection: Connection): Promise<Answer<BudgetVersion>> {
  const answer = await connection.call({ method: 'GET', path: '/apis/policy/v1' });
  if (answer.kind === 'refused' && answer.status === 404) return value('policy/v1beta1');
  if (answer.kind !== 'value') return answer;
  const { resources } = answer.value as ResourceList;
  if (!Array.isArray(resources)) return notA('resource list');
  return value(resources.some((it) => it.name === 'poddisruptionbudgets') ? 'policy/v1' : 'policy/v1beta1');
}

/** The version the eviction subresource takes; null when the server has none. */
export async function evictionVersion(connection: Connection): Promise<Answer<BudgetVersion | null>> {
  const answer = await connection.call({ method: 'GET', path: '/api/v1' });
  if (answer.kind !== 'value') return answer;
  const { resources } = answer.value as ResourceList;
  if (!Array.isArray(resources)) return notA('resource list');
  const entry = resources.find((it) => it.name === 'pods/eviction' && it.kind === 'Eviction');
  if (entry === undefined) return value(null);
  return value(entry.version === 'v1beta1' ? 'policy/v1beta1' : 'policy/v1');
}

/** https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.34/#apiresourcelist-v1-meta */
interface ResourceList {
  readonly resources?: readonly {
    readonly name: string;
    readonly kind: string;
    readonly group?: string;
    readonly version?: string;
  }[];
}

/** A budget as read with `apiVersion`; lists leave the version out of their items. */
export const toBudget = (object: RawObject, apiVersion: BudgetVersion): Budget => ({
  ...plain<Budget>(object),
  apiVersion,
});
