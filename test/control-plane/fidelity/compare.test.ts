import { expect, test } from 'vitest';
import { compare } from './compare.ts';
import { makeWorld } from './make-world.ts';
import { isEqualEnough, summaryOf } from './report.ts';
import type { SeenBudget, SeenPod } from './seen.ts';
import type { Played } from './side.ts';

const world = makeWorld(1, 3);
const [first, second] = world.nodes.map((it) => it.metadata.name);
const pod = (node: string | undefined, more: Partial<SeenPod> = {}): SeenPod => ({
  name: 'web-1',
  uid: 'u',
  workload: 'web',
  owner: 'ReplicaSet',
  node: node ?? null,
  isTerminating: false,
  pending: null,
  pendingElse: [],
  ...more,
});
const played = (...pods: readonly SeenPod[]): Played => ({ pods, budgets: [], answers: [] });
const budget = (currentHealthy: number): SeenBudget => ({
  name: 'web',
  disruptionsAllowed: 0,
  currentHealthy,
  desiredHealthy: 1,
  expectedPods: 1,
  condition: 'False InsufficientPods',
});

test('pods of one ReplicaSet are a heap: their names say nothing', () => {
  const real = played(pod(first, { name: 'web-a' }), pod(second, { name: 'web-b' }));
  const twin = played(pod(second, { name: 'web-c' }), pod(first, { name: 'web-d' }));
  expect(compare(world, [real], [twin])).toMatchObject({ pods: 2, differences: [] });
});

test('a pod with a name of its own is compared with the one of that name', () => {
  const of = (name: string, node: string | undefined) => pod(node, { name, owner: 'StatefulSet' });
  const real = played(of('db-0', first), of('db-1', second));
  const twin = played(of('db-0', second), of('db-1', first));
  expect(compare(world, [real], [twin]).differences.map((it) => it.of)).toEqual(['db-0', 'db-1']);
});

test('the reason of a pod that waits may be that of any look at it', () => {
  const real = played(pod(undefined, { pending: '2 cpu' }));
  const twin = (pending: string, ...pendingElse: string[]) => played(pod(undefined, { pending, pendingElse }));
  expect(compare(world, [real], [twin('1 cpu', '1 memory', '2 cpu')]).differences).toEqual([]);
  expect(compare(world, [real], [twin('1 cpu', '3 cpu')]).differences).toMatchObject([{ what: 'pod' }]);
});

test('budgets count as long as all pods are where they should be', () => {
  const real = { ...played(pod(first)), budgets: [budget(1)] };
  const same = { ...played(pod(first)), budgets: [budget(0)] };
  const elsewhere = { ...played(pod(second)), budgets: [budget(0)] };
  expect(compare(world, [real], [same])).toMatchObject({ budgets: 1, differences: [{ what: 'budget', of: 'web' }] });
  expect(compare(world, [real], [elsewhere])).toMatchObject({ budgets: 0, differences: [{ what: 'pod' }] });
});

test('one pod in a hundred may be elsewhere, no eviction and no budget may differ', () => {
  const difference = (what: 'pod' | 'budget') => ({ world: 'w', step: 0, what, of: 'web', real: '', twin: '' });
  const of = (pods: number, ...differences: ReturnType<typeof difference>[]) => [
    { pods, evictions: 1, budgets: 1, differences },
  ];
  expect(isEqualEnough(of(100, difference('pod')))).toBe(true);
  expect(isEqualEnough(of(99, difference('pod')))).toBe(false);
  expect(isEqualEnough(of(100, difference('budget')))).toBe(false);
  expect(isEqualEnough([])).toBe(false);
  expect(summaryOf(of(100, difference('pod')))).toBe(
    '1 worlds, pods 99 of 100 (99.00 %), evictions 1 of 1 (100.00 %), budgets 1 of 1 (100.00 %)',
  );
});
