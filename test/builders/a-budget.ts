import type { Budget } from '#domain/kubernetes/budget';

interface BudgetParts extends Partial<Budget['spec']> {
  readonly apiVersion?: Budget['apiVersion'];
  readonly generation?: number;
  readonly resourceVersion?: string;
  readonly status?: Partial<Budget['status']>;
}

/** A settled budget over `app=web` that allows one eviction: `aBudget('default/web', { maxUnavailable: 1 })`. */
export function aBudget(fullName: string, parts: BudgetParts = {}): Budget {
  const [namespace = '', name = ''] = fullName.split('/');
  const { apiVersion = 'policy/v1', generation = 1, resourceVersion = '1', status, ...spec } = parts;
  return {
    apiVersion,
    metadata: {
      namespace,
      name,
      uid: `uid-budget-${name}`,
      resourceVersion,
      generation,
      creationTimestamp: '2022-01-01T00:00:00Z',
    },
    spec: { selector: { matchLabels: { app: 'web' } }, ...spec },
    status: {
      observedGeneration: 1,
      disruptionsAllowed: 1,
      currentHealthy: 3,
      desiredHealthy: 2,
      expectedPods: 3,
      ...status,
    },
  };
}
