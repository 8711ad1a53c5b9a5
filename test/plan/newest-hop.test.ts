import { expect, test } from 'vitest';
import { readOnly } from '#plan/read-ports';
import { renderPlan } from '#plan/render/render';
import { takeSnapshot } from '#plan/snapshot';
import { loadRunbook } from '#runbook/load';
import { loadScenario } from '#twin/scenario/load';
import type { Scenario } from '#twin/scenario/schema';
import { openTwin } from '#twin/twin';
import { planFor } from '../builders/plan-for.ts';

const loaded = loadRunbook(new URL('../../runbooks/1.36-to-1.37.yaml', import.meta.url).pathname);

const plan = await planFor('1.36-to-1.37', loadScenario('eks-1.36'));

test('the newest hop, whole, as it is shown', async () => {
  expect(plan.verdict).toEqual({ kind: 'can-be-carried-out' });
  await expect(renderPlan(plan, 'text')).toMatchFileSnapshot('../golden/plan/1.36-to-1.37.txt');
});

const written = (managedFields: readonly object[]): Scenario => {
  const scenario = loadScenario('eks-1.36');
  const objects = scenario.objects.map((it) =>
    it.kind === 'VolumeAttributesClass' ? { ...it, metadata: { ...it.metadata, managedFields } } : it,
  );
  return { ...scenario, objects };
};

const snapshotOf = (scenario: Scenario): Promise<Scenario> =>
  takeSnapshot(readOnly(openTwin(scenario).ports), {
    cluster: 'eks136',
    ...loaded.runbook.hop,
    addons: [],
    removedApis: loaded.runbook.removedApis,
  });

test('a snapshot keeps of an object of an API that goes its name and who has written it, nothing else', async () => {
  const { objects, insights } = await snapshotOf(loadScenario('eks-1.36'));
  expect(objects.filter(({ kind }) => kind === 'VolumeAttributesClass')).toEqual([
    {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'VolumeAttributesClass',
      metadata: { name: 'gold', managedFields: [{ manager: 'helm', apiVersion: 'storage.k8s.io/v1' }] },
    },
  ]);
  expect(insights?.map(({ status }) => status)).toEqual(['PASSING', 'PASSING']);
});

test('what is written by the API that goes blocks the plan of a live cluster as it blocks its run', async () => {
  const scenario = written([{ manager: 'terraform', operation: 'Update', apiVersion: 'storage.k8s.io/v1beta1' }]);
  const [own, live] = [
    await planFor('1.36-to-1.37', scenario),
    await planFor('1.36-to-1.37', await snapshotOf(scenario)),
  ];
  expect(live.findings.filter(({ code }) => code === 'REMOVED_API_IN_USE')).toHaveLength(2);
  expect(live.findings).toEqual(own.findings);
  expect(live.verdict).toMatchObject({ kind: 'blocked', changedBefore: false });
});

test('what EKS says in a scenario is what the plan finds', async () => {
  const unknown = {
    id: 'i-1',
    name: 'EKS add-on version compatibility',
    kubernetesVersion: '1.37',
    status: 'UNKNOWN' as const,
  };
  const insights = [{ ...unknown, reason: '', recommendation: '', resources: [], deprecations: [] }];
  const { findings, verdict } = await planFor('1.36-to-1.37', { ...loadScenario('eks-1.36'), insights });
  expect(findings.map(({ code, severity }) => [code, severity])).toEqual([['INSIGHT_UNKNOWN', 'info']]);
  expect(verdict.kind).toBe('can-be-carried-out');
});
