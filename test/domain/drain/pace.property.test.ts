import fc from 'fast-check';
import { expect, it } from 'vitest';
import { byUid } from '#domain/drain/budget';
import { pace } from '#domain/drain/pace';
import type { Granted, Turn } from '#domain/drain/scene';
import { aBudget } from '../../builders/a-budget.ts';
import { aPod, ownedBy } from '../../builders/a-pod.ts';
import { aWorkload } from '../../builders/a-workload.ts';

const NOW = Date.parse('2022-06-01T10:00:00Z');
const APPS = ['a', 'b', 'c'] as const;
/** `a` and `b` have budgets, `c` has none. */
const guarded = ['a', 'b'] as const;

const podParts = fc.record({
  app: fc.constantFrom(...APPS),
  ready: fc.boolean(),
  terminating: fc.boolean(),
  pending: fc.boolean(),
  accepted: fc.boolean(),
});
const scenes = fc.record({
  pods: fc.array(podParts, { maxLength: 12 }),
  allowed: fc.record({ a: fc.nat(4), b: fc.nat(4) }),
});
type Given = typeof scenes extends fc.Arbitrary<infer T> ? T : never;

function sceneOf({ pods: parts, allowed }: Given) {
  const pods = parts.map((it, index) =>
    aPod(`default/${it.app}-${index}`, {
      labels: { app: it.app },
      owner: ownedBy('StatefulSet', it.app, `uid-${it.app}`),
      ready: it.ready,
      ...(it.pending && { phase: 'Pending' as const }),
      ...(it.terminating && { deletionTimestamp: '2022-06-01T10:00:20Z' }),
    }),
  );
  const budgets = guarded.map((app) =>
    aBudget(`default/${app}`, {
      maxUnavailable: 4,
      selector: { matchLabels: { app } },
      // As if too few were healthy: unready pods have to ask the budget as well.
      status: { disruptionsAllowed: allowed[app], currentHealthy: 0, desiredHealthy: 1 },
    }),
  );
  const granted = new Map<string, Granted>();
  parts.forEach((it, index) => {
    const name = `${it.app}-${index}`;
    const isGuarded = it.app !== 'c';
    if (!it.accepted) return;
    const budget = isGuarded ? { uid: `uid-budget-${it.app}`, resourceVersion: '1' } : null;
    granted.set(`uid-${name}`, {
      namespace: 'default',
      name,
      workload: `StatefulSet/default/${it.app}`,
      budget,
      goneAt: null,
    });
  });
  const workloads = byUid(APPS.map((it) => aWorkload(`StatefulSet/default/${it}`, { replicas: 9 })));
  const scene = {
    pods,
    budgets,
    workloads,
    node: undefined,
    now: NOW,
    since: NOW,
    stuckAfter: 600_000,
    granted,
    held: new Map(),
  };
  return { scene, pods, granted };
}

const evictedOf = (turns: readonly Turn[], app: string) =>
  turns.filter((it) => it.kind === 'evict' && it.pod.metadata.labels?.app === app);

it('never opens more evictions of a budget than it allows, the unseen ones counted', () => {
  fc.assert(
    fc.property(scenes, (given) => {
      const { scene, pods, granted } = sceneOf(given);
      const turns = pace(pods, scene);
      for (const app of guarded) {
        const open = [...granted.values()].filter((it) => it.budget?.uid === `uid-budget-${app}`).length;
        const asking = evictedOf(turns, app).filter((it) => it.pod.status.phase === 'Running');
        expect(asking.length).toBeLessThanOrEqual(Math.max(0, given.allowed[app] - open));
      }
    }),
  );
});

it('evicts at most one ready pod of a workload without a budget, and none while another is under way', () => {
  fc.assert(
    fc.property(scenes, (given) => {
      const { scene, pods } = sceneOf(given);
      const ready = evictedOf(pace(pods, scene), 'c').filter((it) => it.pod.status.conditions?.[0]?.status === 'True');
      const underWay = given.pods.some((it) => it.app === 'c' && (it.terminating || it.accepted));
      expect(ready.length).toBeLessThanOrEqual(underWay ? 0 : 1);
    }),
  );
});

it('always makes progress when a budget allows an eviction of a pod that is not under way', () => {
  fc.assert(
    fc.property(scenes, (given) => {
      const { scene, pods, granted } = sceneOf(given);
      const turns = pace(pods, scene);
      for (const app of guarded) {
        const open = [...granted.values()].filter((it) => it.budget?.uid === `uid-budget-${app}`).length;
        const candidates = given.pods.filter((it) => it.app === app && !it.terminating && !it.accepted);
        if (candidates.length > 0 && given.allowed[app] > open) expect(evictedOf(turns, app).length).toBeGreaterThan(0);
      }
    }),
  );
});

it('decides the same whatever the order of the list', () => {
  fc.assert(
    fc.property(scenes, (given) => {
      const { scene, pods } = sceneOf(given);
      expect(pace([...pods].reverse(), scene)).toEqual(pace(pods, scene));
    }),
  );
});
