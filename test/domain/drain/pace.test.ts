import { describe, expect, it } from 'vitest';
import { byUid } from '#domain/drain/budget';
import { pace } from '#domain/drain/pace';
import type { Granted, Scene } from '#domain/drain/scene';
import { WAVE_LIMIT } from '#domain/drain/waves';
import { aBudget } from '../../builders/a-budget.ts';
import { aPod } from '../../builders/a-pod.ts';
import { webDeployment } from '../../builders/a-workload.ts';
import { aCordonedNode } from '../../builders/drain-node-object.ts';

const NOW = Date.parse('2022-06-01T10:00:00Z');
const leaving = [aPod('default/web-0'), aPod('default/web-1'), aPod('default/web-2')];
const scene = (parts: Partial<Scene> = {}): Scene => ({
  pods: leaving,
  budgets: [aBudget('default/web', { maxUnavailable: 1 })],
  workloads: byUid(webDeployment()),
  node: aCordonedNode(),
  now: NOW,
  since: NOW,
  stuckAfter: 600_000,
  granted: new Map(),
  held: new Map(),
  ...parts,
});
const shortly = (pods = leaving, parts: Partial<Scene> = {}) =>
  pace(pods, scene({ pods, ...parts })).map(
    (it) => `${it.pod.metadata.name} ${it.kind === 'evict' ? 'evict' : it.code}`,
  );
const granted = (parts: Partial<Granted> = {}): Granted => ({
  namespace: 'default',
  name: 'web-0',
  workload: 'Deployment/default/web',
  budget: { uid: 'uid-budget-web', resourceVersion: '1' },
  goneAt: null,
  ...parts,
});

describe('pods of a budget', () => {
  it('leave as many at a time as it allows', () => {
    expect(shortly()).toEqual(['web-0 evict', 'web-1 PDB_EXHAUSTED', 'web-2 PDB_EXHAUSTED']);
  });

  it('wait while an accepted eviction is not in its numbers yet', () => {
    expect(shortly(leaving, { granted: new Map([['uid-web-0', granted()]]) })).toEqual([
      'web-0 EVICTION_ACCEPTED',
      'web-1 PDB_EXHAUSTED',
      'web-2 PDB_EXHAUSTED',
    ]);
  });

  it('go on when the numbers have caught up', () => {
    const caughtUp = aBudget('default/web', { maxUnavailable: 1, resourceVersion: '9' });
    const turns = shortly(leaving.slice(1), { budgets: [caughtUp], granted: new Map([['uid-web-0', granted()]]) });
    expect(turns).toEqual(['web-1 evict', 'web-2 PDB_EXHAUSTED']);
  });

  it('wait for the disruption controller while its numbers are stale', () => {
    expect(
      shortly(leaving.slice(2), { budgets: [aBudget('default/web', { maxUnavailable: 1, generation: 2 })] }),
    ).toEqual(['web-2 PDB_STALE']);
  });

  it('need a person when it can never allow one, and when there are two', () => {
    const closed = aBudget('default/web', { maxUnavailable: 0, status: { disruptionsAllowed: 0 } });
    expect(shortly(leaving.slice(2), { budgets: [closed] })).toEqual(['web-2 PDB_CLOSED']);
    expect(shortly(leaving.slice(2), { budgets: [aBudget('default/a'), aBudget('default/b')] })).toEqual([
      'web-2 PDB_MULTIPLE',
    ]);
  });

  it('leave beside it when finished or pending, whatever it says', () => {
    const none = aBudget('default/web', { maxUnavailable: 0, status: { disruptionsAllowed: 0 } });
    const pods = [aPod('default/finished', { phase: 'Succeeded' }), aPod('default/pending', { phase: 'Pending' })];
    expect(shortly(pods, { budgets: [none] })).toEqual(['finished evict', 'pending evict']);
  });
});

describe('an unready pod of an exhausted budget', () => {
  const unready = [aPod('default/unready', { ready: false })];
  const exhausted = (currentHealthy: number, policy?: 'AlwaysAllow') =>
    aBudget('default/web', {
      maxUnavailable: 1,
      ...(policy && { unhealthyPodEvictionPolicy: policy }),
      status: { disruptionsAllowed: 0, currentHealthy },
    });

  it('leaves under AlwaysAllow', () => {
    expect(shortly(unready, { budgets: [exhausted(1, 'AlwaysAllow')] })).toEqual(['unready evict']);
  });

  it('leaves by default while enough others are healthy', () => {
    expect(shortly(unready, { budgets: [exhausted(2)] })).toEqual(['unready evict']);
  });

  it('waits by default while too few are', () => {
    expect(shortly(unready, { budgets: [exhausted(1)] })).toEqual(['unready PDB_EXHAUSTED']);
  });
});

describe('pods without a budget', () => {
  it('leave one by one per workload', () => {
    expect(shortly(leaving, { budgets: [] })).toEqual(['web-0 evict', 'web-1 WORKLOAD_BUSY', 'web-2 WORKLOAD_BUSY']);
  });

  it('wait for a replacement that cannot be placed, with the words of the scheduler', () => {
    const replacement = aPod('default/web-new', {
      node: 'none',
      phase: 'Pending',
      created: '2022-06-01T10:00:00Z',
      unscheduled: '0/3 nodes',
    });
    const [turn] = pace(leaving, scene({ budgets: [], pods: [...leaving, replacement] }));
    expect(turn).toMatchObject({ kind: 'wait', code: 'REPLACEMENT_PENDING' });
    expect(turn).toHaveProperty('why', expect.stringContaining('default/web-new cannot be placed: 0/3 nodes'));
  });

  it('wait until the replacement of a pod that has just gone appears', () => {
    const gone = new Map([['uid-web-9', granted({ name: 'web-9', budget: null, goneAt: NOW - 1_000 })]]);
    expect(shortly(leaving.slice(1), { budgets: [], granted: gone })[0]).toBe('web-1 REPLACEMENT_PENDING');
    expect(shortly(leaving, { budgets: [], granted: gone })[0]).toBe('web-0 evict');
  });

  it('are not held back by a pod that was broken before', () => {
    const broken = aPod('default/web-broken', { node: 'elsewhere', ready: false });
    expect(shortly(leaving.slice(2), { budgets: [], pods: [...leaving, broken] })).toEqual(['web-2 evict']);
  });
});

describe('waves', () => {
  const critical = aPod('kube-system/dns', { owner: null, spec: { priorityClassName: 'system-cluster-critical' } });
  it('follow each other', () => {
    expect(shortly([critical, ...leaving.slice(2)])).toEqual(['web-2 evict', 'dns LATER_WAVE']);
    expect(shortly([critical])).toEqual(['dns evict']);
  });

  it('no longer wait for a wave that is stuck', () => {
    const budgets = [aBudget('default/web', { maxUnavailable: 1, status: { disruptionsAllowed: 0 } })];
    expect(shortly([critical, ...leaving.slice(2)], { budgets, since: NOW - WAVE_LIMIT })).toEqual([
      'web-2 PDB_EXHAUSTED',
      'dns evict',
    ]);
  });
});
