import { describe, expect, it, test } from 'vitest';
import { budgetCapacity, budgetsOf, byUid } from '#domain/drain/budget';
import { aBudget } from '../../builders/a-budget.ts';
import { aPod, ownedBy } from '../../builders/a-pod.ts';
import { aWorkload, webDeployment } from '../../builders/a-workload.ts';

const replicas = (count: number) => Array.from({ length: count }, (_, index) => aPod(`default/web-${index}`));
const world = (count: number, pods = replicas(count)) => ({
  pods,
  workloads: byUid(webDeployment({ replicas: count })),
});

describe('what a budget allows when every pod is healthy', () => {
  test.each([
    { replicas: 1, rule: { minAvailable: 1 }, desired: 1, allowed: 0, closed: 'needs-all' },
    { replicas: 1, rule: { minAvailable: '50%' }, desired: 1, allowed: 0, closed: 'needs-all' },
    { replicas: 1, rule: { maxUnavailable: 1 }, desired: 0, allowed: 1, closed: undefined },
    { replicas: 1, rule: { maxUnavailable: '30%' }, desired: 0, allowed: 1, closed: undefined },
    { replicas: 2, rule: { minAvailable: '50%' }, desired: 1, allowed: 1, closed: undefined },
    { replicas: 3, rule: { minAvailable: '66%' }, desired: 2, allowed: 1, closed: undefined },
    { replicas: 3, rule: { minAvailable: '67%' }, desired: 3, allowed: 0, closed: 'needs-all' },
    { replicas: 3, rule: { maxUnavailable: 0 }, desired: 3, allowed: 0, closed: 'needs-all' },
    { replicas: 3, rule: { maxUnavailable: '0%' }, desired: 3, allowed: 0, closed: 'needs-all' },
    { replicas: 7, rule: { minAvailable: '100%' }, desired: 7, allowed: 0, closed: 'needs-all' },
  ])('$replicas replicas under $rule allow $allowed', ({ replicas: count, rule, desired, allowed, closed }) => {
    const capacity = budgetCapacity(aBudget('default/web', rule), world(count));
    expect(capacity).toMatchObject({ expected: count, desired, healthy: count, allowed });
    expect(capacity.closed?.reason).toBe(closed);
  });
});

describe('what makes a budget closed or only exhausted', () => {
  it('is exhausted, not closed, while an unready pod uses up what it allows', () => {
    const pods = [aPod('default/web-0'), aPod('default/web-1'), aPod('default/web-broken', { ready: false })];
    const capacity = budgetCapacity(aBudget('default/web', { maxUnavailable: 1 }), world(3, pods));
    expect(capacity).toMatchObject({ healthy: 2, desired: 2, allowed: 0, closed: null });
  });

  it('is not closed while a replacement is on its way under a plain count', () => {
    const capacity = budgetCapacity(aBudget('default/web', { minAvailable: 2 }), world(3, replicas(2)));
    expect(capacity).toMatchObject({ expected: 2, desired: 2, allowed: 0, closed: null });
  });

  it('is closed when the controller of the pods has no scale and the rule needs one', () => {
    const owner = ownedBy('DaemonSet', 'web', 'uid-web');
    const agents = { pods: [aPod('default/web-0', { owner })], workloads: byUid([aWorkload('DaemonSet/default/web')]) };
    expect(budgetCapacity(aBudget('default/web', { maxUnavailable: 1 }), agents).closed?.reason).toBe('no-scale');
    expect(budgetCapacity(aBudget('default/web', { minAvailable: 0 }), agents).closed).toBeNull();
  });

  it('is closed when it counts by controllers and no pod has one', () => {
    const pods = [aPod('default/web-bare', { owner: null })];
    const capacity = budgetCapacity(aBudget('default/web', { minAvailable: '50%' }), { pods, workloads: new Map() });
    expect(capacity.closed).toEqual({
      reason: 'unmanaged-only',
      why: 'minAvailable 50% counts pods by their controllers, but default/web-bare has none',
    });
  });

  it('says nothing about a budget that covers no pod', () => {
    expect(
      budgetCapacity(aBudget('default/web', { minAvailable: 1 }), { pods: [], workloads: new Map() }).closed,
    ).toBeNull();
  });

  it('counts neither a terminating pod nor one whose eviction was just granted as healthy', () => {
    const pods = [
      aPod('default/web-0'),
      aPod('default/web-terminating', { deletionTimestamp: '2022-06-01T10:00:00Z' }),
      aPod('default/web-granted'),
    ];
    const status = { disruptedPods: { 'web-granted': '2022-06-01T10:00:00Z' } };
    expect(budgetCapacity(aBudget('default/web', { maxUnavailable: 1, status }), world(3, pods)).healthy).toBe(1);
  });
});

describe('which budgets cover a pod', () => {
  const pod = aPod('default/web-0');
  it('are those of its namespace whose selector picks it', () => {
    const other = aBudget('other/web');
    const wrongLabel = aBudget('default/api', {
      selector: { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['web'] }] },
    });
    expect(budgetsOf(pod, [aBudget('default/web'), other, wrongLabel])).toEqual([aBudget('default/web')]);
  });

  it('include an empty selector in policy/v1 but not in policy/v1beta1, and a missing one in neither', () => {
    const all = aBudget('default/all', { selector: {} });
    const none = aBudget('default/none', { selector: {}, apiVersion: 'policy/v1beta1' });
    const missing = aBudget('default/missing', { selector: null });
    expect(budgetsOf(pod, [all, none, missing])).toEqual([all]);
  });
});
