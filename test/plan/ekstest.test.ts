import { expect, test } from 'vitest';
import type { Plan } from '#plan/plan';
import { readOnly } from '#plan/read-ports';
import { renderPlan } from '#plan/render/render';
import { takeSnapshot } from '#plan/snapshot';
import { loadScenario } from '#twin/scenario/load';
import { openTwin } from '#twin/twin';
import { planFor } from '../builders/plan-for.ts';

const MINUTE = 60_000;
const ekstest = loadScenario('ekstest');

const plan = await planFor('1.20-to-1.21', ekstest);

const short = (node: string): string => node.replace(/\..*$/, '');
const summary = ({ actions }: Plan): readonly string[] =>
  actions.map(({ operation, object }) => `${operation} ${short(object).replace(/-[a-z0-9]+-[a-z0-9]{5}$/, '')}`);

test('the whole procedure in its order: control plane, new group, cordons, node after node, delete, add-ons', () => {
  expect(plan.verdict).toEqual({ kind: 'can-be-carried-out' });
  expect(summary(plan)).toEqual([
    'k8s:create leases kube-system/eks-upgrade-runbook',
    'eks:UpdateClusterVersion ekstest',
    'eks:CreateNodegroup managed-ng-21',
    'k8s:patch nodes ip-10-0-102-121',
    'k8s:patch nodes ip-10-0-101-193',
    'k8s:patch nodes ip-10-0-103-198',
    'k8s:evict pods default/deployment',
    'k8s:evict pods default/statefulset-1',
    'k8s:evict pods kube-system/coredns',
    'k8s:evict pods default/deployment',
    'k8s:evict pods default/statefulset-0',
    'k8s:evict pods kube-system/coredns',
    'k8s:evict pods default/deployment',
    'k8s:evict pods default/statefulset-2',
    'eks:DeleteNodegroup managed-ng-20',
    'eks:UpdateAddon coredns',
    'eks:UpdateAddon kube-proxy',
    'k8s:patch leases kube-system/eks-upgrade-runbook',
  ]);
});

test('the parameters are those of the calls', () => {
  const of = (operation: string) =>
    plan.actions.filter((it) => it.operation === operation).map(({ parameters }) => parameters);
  expect(of('eks:UpdateClusterVersion')).toEqual([
    { name: 'ekstest', version: '1.21', clientRequestToken: '(of this step of the run)' },
  ]);
  expect(of('eks:CreateNodegroup')).toMatchObject([
    { nodegroupName: 'managed-ng-21', version: '1.21', scalingConfig: { minSize: 3, maxSize: 3, desiredSize: 3 } },
  ]);
  expect(of('eks:UpdateAddon')).toMatchObject([
    { addonName: 'coredns', addonVersion: 'v1.8.4-eksbuild.1', resolveConflicts: 'OVERWRITE' },
    { addonName: 'kube-proxy', addonVersion: 'v1.21.2-eksbuild.2', resolveConflicts: 'OVERWRITE' },
  ]);
});

test('durations are about those that were seen: control plane 28 min, new group 4, a node about 1, delete 4, an add-on 1', () => {
  const minutes = (phase: string) => Math.round((plan.phases.find(({ name }) => name === phase)?.tookMs ?? 0) / MINUTE);
  expect(minutes('control plane')).toBe(28);
  expect(minutes('new nodes')).toBe(4);
  expect(minutes('drain')).toBeGreaterThanOrEqual(2);
  expect(minutes('drain')).toBeLessThanOrEqual(4);
  expect(minutes('bake')).toBe(10);
  expect(minutes('old nodes')).toBe(4);
  expect(minutes('addons after delete')).toBe(2);
});

test('every pod of the StatefulSet comes back in its own zone, on nodes of the new group', () => {
  const set = plan.workloads.find(({ workload }) => workload === 'StatefulSet/default/statefulset');
  expect(set).toMatchObject({ fate: 'moves', moved: 3 });
  expect(set?.zonesAfter).toEqual(set?.zonesBefore);
  expect(plan.nodes.filter(({ fate }) => fate === 'new').map(({ node, kubelet }) => [short(node), kubelet])).toEqual([
    ['ip-10-0-101-208', 'v1.21.5-eks-9017834'],
    ['ip-10-0-102-86', 'v1.21.5-eks-9017834'],
    ['ip-10-0-103-214', 'v1.21.5-eks-9017834'],
  ]);
  expect(plan.nodes.filter(({ group }) => group === 'managed-ng-20').map(({ fate }) => fate)).toEqual([
    'removed',
    'removed',
    'removed',
  ]);
});

test('both gates are listed, and what cannot be taken back', () => {
  expect(plan.gates.map(({ before }) => before)).toEqual(['control-plane', 'delete-old-nodes']);
  expect(plan.pointsOfNoReturn.map(({ what }) => what)).toEqual([
    'the control plane moves to the new version: ekstest',
    'the old nodes are gone: managed-ng-20',
  ]);
});

test('the same scenario gives the same bytes', async () => {
  const again = await planFor('1.20-to-1.21', loadScenario('ekstest'));
  for (const output of ['text', 'json', 'yaml', 'markdown'] as const)
    expect(renderPlan(again, output)).toBe(renderPlan(plan, output));
});

test('without the policy eks.privileged the plan is blocked before any change', async () => {
  const scenario = { ...ekstest, objects: ekstest.objects.filter(({ kind }) => kind !== 'PodSecurityPolicy') };
  const blocked = await planFor('1.20-to-1.21', scenario);
  expect(blocked.verdict).toMatchObject({ kind: 'blocked', changedBefore: false });
  expect(blocked.findings.map(({ code, severity }) => [code, severity])).toContainEqual(['PSP_MISSING', 'block']);
  expect(blocked.actions).toEqual([]);
});

test('a node group that cannot be created ends the plan as blocked, after what would have been changed', async () => {
  const fault = { name: 'managed-ng-21', code: 'NodeCreationFailure', message: 'nodes did not join', resourceIds: [] };
  const blocked = await planFor('1.20-to-1.21', {
    ...ekstest,
    faults: { ...ekstest.faults, nodegroupCreations: [fault] },
  });
  expect(blocked.verdict).toMatchObject({ kind: 'blocked', changedBefore: true });
  expect(JSON.stringify(blocked.verdict)).toContain('nodes did not join');
  expect(blocked.actions.at(-1)?.operation).toBe('eks:CreateNodegroup');
});

test('a snapshot of the cluster gives the same actions and fates as the scenario that it came from, and reading it writes nothing', async () => {
  const twin = openTwin(ekstest);
  const snapshot = await takeSnapshot(readOnly(twin.ports), {
    cluster: 'ekstest',
    from: '1.20',
    to: '1.21',
    addons: ['coredns', 'kube-proxy'],
  });
  expect(twin.journal.writes()).toEqual([]);
  const live = await planFor('1.20-to-1.21', snapshot);
  expect(live.verdict).toEqual(plan.verdict);
  // Not a matter of course: the twin of the snapshot would make the uids that the twin before it has made.
  expect(live.workloads).toEqual(plan.workloads);
  // Which addresses new nodes get is not told by a live cluster.
  const fates = (of: Plan) =>
    of.nodes.map(({ node, fate, podsMoved }) => [fate === 'new' ? '' : node, fate, podsMoved]);
  expect(fates(live)).toEqual(fates(plan));
  const actions = (of: Plan) =>
    of.actions.map(({ operation, parameters }) => [
      operation,
      JSON.parse(JSON.stringify(parameters).replaceAll(of.id.slice(0, 12), 'run')),
    ]);
  expect(actions(live).slice(0, -1)).toEqual(actions(plan).slice(0, -1));
});
