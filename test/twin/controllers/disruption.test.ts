import { expect, test } from 'vitest';
import { budget, deployment, ekstestTwin, pass, present } from '../../builders/ekstest.ts';

/** https://kubernetes.io/docs/tasks/run-application/configure-pdb/: percentages are rounded up. */
const CASES = [
  { replicas: 1, spec: { minAvailable: 1 }, desired: 1, allowed: 0 },
  { replicas: 1, spec: { minAvailable: '50%' }, desired: 1, allowed: 0 },
  { replicas: 1, spec: { maxUnavailable: 1 }, desired: 0, allowed: 1 },
  { replicas: 1, spec: { maxUnavailable: '30%' }, desired: 0, allowed: 1 },
  { replicas: 2, spec: { minAvailable: '50%' }, desired: 1, allowed: 1 },
  { replicas: 3, spec: { minAvailable: '66%' }, desired: 2, allowed: 1 },
  { replicas: 3, spec: { minAvailable: '67%' }, desired: 3, allowed: 0 },
  { replicas: 3, spec: { maxUnavailable: 0 }, desired: 3, allowed: 0 },
  { replicas: 3, spec: { maxUnavailable: '0%' }, desired: 3, allowed: 0 },
  { replicas: 4, spec: { minAvailable: '100%' }, desired: 4, allowed: 0 },
  { replicas: 100, spec: { minAvailable: '7%' }, desired: 7, allowed: 93, maxPods: true },
];

test.each(CASES)('$replicas replicas under $spec: $desired have to be healthy, $allowed may go', async (it) => {
  const twin = ekstestTwin((draft) => {
    draft.objects = [deployment('web', it.replicas), budget('web', it.spec)] as never;
    if (it.maxPods) draft.launchTemplates = [{ id: 'lt-0e5700000000000020', maxPods: 110 }] as never;
  });
  const [found] = present(await twin.ports.kubernetes.listBudgets());
  expect(found?.status).toMatchObject({
    desiredHealthy: it.desired,
    disruptionsAllowed: it.allowed,
    currentHealthy: it.replicas,
    expectedPods: it.replicas,
    observedGeneration: 1,
  });
});

test('a budget over pods of a DaemonSet cannot be computed from a percentage: nothing may go', async () => {
  const twin = ekstestTwin((draft) => {
    const proxy = { selector: { matchLabels: { 'k8s-app': 'kube-proxy' } }, maxUnavailable: 1 };
    draft.objects.push({ ...budget('proxy', proxy), metadata: { name: 'proxy', namespace: 'kube-system' } } as never);
  });
  const found = present(await twin.ports.kubernetes.listBudgets()).find((it) => it.metadata.name === 'proxy');
  expect(found?.status.disruptionsAllowed).toBe(0);
  expect(found?.status.conditions).toMatchObject([
    { type: 'DisruptionAllowed', status: 'False', reason: 'SyncFailed' },
  ]);
});

test('whole numbers work for pods of any owner, also for none', async () => {
  const bare = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'bare', labels: { app: 'web' } },
    spec: { containers: [{ name: 'c' }] },
  };
  const twin = ekstestTwin((draft) => {
    draft.objects = [bare, deployment('web', 2), budget('web', { minAvailable: 2 })] as never;
  });
  const [found] = present(await twin.ports.kubernetes.listBudgets());
  expect(found?.status).toMatchObject({ expectedPods: 3, desiredHealthy: 2, disruptionsAllowed: 1 });
});

test('pods without an owner alone give a budget by percentage nothing to count: nothing may ever go', async () => {
  const bare = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'bare', labels: { app: 'web' } },
    spec: { containers: [{ name: 'c' }] },
  };
  const twin = ekstestTwin((draft) => {
    draft.objects = [bare, budget('web', { maxUnavailable: 1 })] as never;
  });
  const [found] = present(await twin.ports.kubernetes.listBudgets());
  expect(found?.status).toMatchObject({ expectedPods: 0, disruptionsAllowed: 0 });
});

test('a terminating pod is not healthy; the replacement is when it is ready', async () => {
  const twin = ekstestTwin((draft) => {
    draft.objects = [deployment('web', 3), budget('web', { maxUnavailable: 1 })] as never;
  });
  const { kubernetes } = twin.ports;
  const healthy = async () => present(await kubernetes.listBudgets())[0]?.status.currentHealthy;
  const [pod] = present(await kubernetes.listPods());
  await kubernetes.evict({
    namespace: 'default',
    name: pod?.metadata.name ?? '',
    uid: pod?.metadata.uid ?? '',
    apiVersion: 'policy/v1beta1',
  });
  expect(await healthy()).toBe(2);
  pass(twin, 24_000);
  expect(await healthy()).toBe(2);
  pass(twin, 2_000);
  expect(await healthy()).toBe(3);
});

test('with the disruption controller down, a changed budget keeps its old status', async () => {
  const twin = ekstestTwin((draft) => {
    draft.faults.disruptionControllerDown = true;
    draft.objects = [
      deployment('web', 3),
      {
        ...budget('web', { maxUnavailable: 1 }),
        status: { disruptionsAllowed: 1, currentHealthy: 3, desiredHealthy: 2, expectedPods: 3, observedGeneration: 1 },
      },
    ] as never;
  });
  const at = {
    group: 'policy',
    version: 'v1beta1',
    resource: 'poddisruptionbudgets',
    namespace: 'default',
    name: 'web',
  };
  twin.face.kubernetes.patch(at, 'application/merge-patch+json', { spec: { maxUnavailable: 2 } });
  const [found] = present(await twin.ports.kubernetes.listBudgets());
  expect([found?.metadata.generation, found?.status.observedGeneration]).toEqual([2, 1]);
});
