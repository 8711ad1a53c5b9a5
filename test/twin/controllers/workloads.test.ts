import { expect, test } from 'vitest';
import type { Twin } from '#twin/twin';
import { deployment, ekstestTwin, pass, present, type ScenarioDraft } from '../../builders/ekstest.ts';

const only =
  (...objects: object[]) =>
  (draft: ScenarioDraft) => {
    draft.objects = objects as never;
  };
const podsOf = async (twin: Twin) => present(await twin.ports.kubernetes.listPods());
const statusOf = async (twin: Twin, name: string) =>
  present(await twin.ports.kubernetes.listWorkloads()).find((it) => it.metadata.name === name)?.status;
const evict = (twin: Twin, { metadata }: Awaited<ReturnType<typeof podsOf>>[number]) =>
  twin.ports.kubernetes.evict({
    namespace: metadata.namespace ?? '',
    name: metadata.name,
    uid: metadata.uid,
    apiVersion: 'policy/v1beta1',
  });

test('an evicted pod of a Deployment is replaced at once; the new one is ready after start and readiness', async () => {
  const twin = ekstestTwin(only(deployment('web', 2)));
  const [first] = await podsOf(twin);
  if (first) await evict(twin, first);
  expect(await podsOf(twin)).toHaveLength(3);
  expect(await statusOf(twin, 'web')).toMatchObject({ replicas: 2, readyReplicas: 1 });
  pass(twin, 20_000);
  expect((await podsOf(twin)).map((it) => it.status.phase)).toEqual(['Running', 'Running', 'Running']);
  pass(twin, 5_000);
  expect(await statusOf(twin, 'web')).toMatchObject({ replicas: 2, readyReplicas: 2 });
  pass(twin, 5_000);
  expect(await podsOf(twin)).toHaveLength(2);
});

test('an evicted pod of a StatefulSet comes back under its name when the old one is gone', async () => {
  const twin = ekstestTwin();
  const pod = (await podsOf(twin)).find((it) => it.metadata.name === 'statefulset-1');
  if (pod) await evict(twin, pod);
  pass(twin, 29_000);
  const now = async () => (await podsOf(twin)).find((it) => it.metadata.name === 'statefulset-1');
  expect((await now())?.metadata.uid).toBe(pod?.metadata.uid);
  pass(twin, 1_000);
  expect((await now())?.metadata.uid).not.toBe(pod?.metadata.uid);
  pass(twin, 25_000);
  expect(await statusOf(twin, 'statefulset')).toMatchObject({ replicas: 3, readyReplicas: 3 });
});

test('a StatefulSet grows one pod after the other, with claims of its own and volumes in the zone of the node', async () => {
  const twin = ekstestTwin((draft) => {
    draft.objects = draft.objects.filter((it) => it.kind === 'StatefulSet');
    draft.settled = false;
  });
  expect((await podsOf(twin)).map((it) => it.metadata.name)).toEqual(['statefulset-0']);
  pass(twin, 25_000);
  expect((await podsOf(twin)).map((it) => it.metadata.name)).toEqual(['statefulset-0', 'statefulset-1']);
  pass(twin, 60_000);
  const volumes = present(await twin.ports.kubernetes.listVolumes());
  expect(
    volumes
      .map((it) => it.spec.nodeAffinity?.required?.nodeSelectorTerms[0]?.matchExpressions?.[0]?.values?.[0])
      .sort(),
  ).toEqual(['ap-northeast-1a', 'ap-northeast-1c', 'ap-northeast-1d']);
  expect(present(await twin.ports.kubernetes.listClaims()).map((it) => it.status?.phase)).toEqual([
    'Bound',
    'Bound',
    'Bound',
  ]);
});

test('a DaemonSet pod comes back on its node, cordoned or not', async () => {
  const twin = ekstestTwin();
  const proxy = (await podsOf(twin)).find((it) => it.metadata.name.startsWith('kube-proxy'));
  await twin.ports.kubernetes.patchNode(proxy?.spec.nodeName ?? '', { spec: { unschedulable: true } });
  if (proxy) await evict(twin, proxy);
  pass(twin, 30_000);
  expect(await statusOf(twin, 'kube-proxy')).toMatchObject({ desiredNumberScheduled: 3, numberReady: 3 });
});

test('a pod without an owner is gone for good', async () => {
  const bare = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'bare' }, spec: { containers: [{ name: 'c' }] } };
  const twin = ekstestTwin(only(bare));
  const [pod] = await podsOf(twin);
  if (pod) await evict(twin, pod);
  pass(twin, 60_000);
  expect(await podsOf(twin)).toEqual([]);
});

test('a finalizer holds a pod, and so does a kubelet that never stops it', async () => {
  const pod = (name: string, more: object) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, ...more },
    spec: { containers: [{ name: 'c' }] },
  });
  const twin = ekstestTwin(
    only(pod('held', { finalizers: ['x/y'] }), pod('slow', { annotations: { 'twin/stop': 'never' } })),
  );
  for (const it of await podsOf(twin)) await evict(twin, it);
  pass(twin, 3600_000);
  expect((await podsOf(twin)).map((it) => it.metadata.name)).toEqual(['held', 'slow']);
  twin.face.kubernetes.patch(
    { group: '', version: 'v1', resource: 'pods', namespace: 'default', name: 'held' },
    'application/merge-patch+json',
    { metadata: { finalizers: null } },
  );
  pass(twin, 1_000);
  expect((await podsOf(twin)).map((it) => it.metadata.name)).toEqual(['slow']);
});

test('a longer grace than the time a pod needs does not keep it, a shorter one ends it', async () => {
  const twin = ekstestTwin(
    only(
      deployment('long', 1, { terminationGracePeriodSeconds: 600 }),
      deployment('short', 1, { terminationGracePeriodSeconds: 3 }),
    ),
  );
  for (const it of await podsOf(twin)) await evict(twin, it);
  const left = async () =>
    (await podsOf(twin))
      .filter((it) => it.metadata.deletionTimestamp !== undefined)
      .map((it) => it.metadata.labels?.app);
  pass(twin, 3_000);
  expect(await left()).toEqual(['long']);
  pass(twin, 27_000);
  expect(await left()).toEqual([]);
});

test('a new template of a Deployment is rolled out with a quarter more and no more than a quarter missing', async () => {
  const twin = ekstestTwin(only(deployment('web', 4)));
  const at = { group: 'apps', version: 'v1', resource: 'deployments', namespace: 'default', name: 'web' };
  twin.face.kubernetes.patch(at, 'application/strategic-merge-patch+json', {
    spec: { template: { spec: { containers: [{ name: 'c', image: 'c:2' }] } } },
  });
  let [least, most] = [4, 4];
  for (let second = 0; second < 300; second++) {
    pass(twin, 1_000);
    const status = await statusOf(twin, 'web');
    least = Math.min(least, status?.readyReplicas ?? 0);
    most = Math.max(most, status?.replicas ?? 0);
  }
  expect([least, most]).toEqual([3, 5]);
  expect((await podsOf(twin)).map((it) => it.spec.containers[0]?.image)).toEqual(['c:2', 'c:2', 'c:2', 'c:2']);
});

test('the pods of a removed node go with it, and those of a removed owner too', async () => {
  const twin = ekstestTwin(only(deployment('web', 3)));
  const { kubernetes } = twin.face;
  kubernetes.remove(
    { group: '', version: 'v1', resource: 'nodes', name: 'ip-10-0-101-193.ap-northeast-1.compute.internal' },
    {},
  );
  expect(
    (await podsOf(twin)).every((it) => it.spec.nodeName !== 'ip-10-0-101-193.ap-northeast-1.compute.internal'),
  ).toBe(true);
  kubernetes.remove({ group: 'apps', version: 'v1', resource: 'deployments', namespace: 'default', name: 'web' }, {});
  pass(twin, 60_000);
  expect([await podsOf(twin), present(await twin.ports.kubernetes.listWorkloads())]).toEqual([[], []]);
});
