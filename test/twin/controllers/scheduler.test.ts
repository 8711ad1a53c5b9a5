import { expect, test } from 'vitest';
import { deployment, ekstestTwin, pass, present, type ScenarioDraft } from '../../builders/ekstest.ts';

const A = 'ip-10-0-101-193.ap-northeast-1.compute.internal';
const C = 'ip-10-0-102-121.ap-northeast-1.compute.internal';
const D = 'ip-10-0-103-198.ap-northeast-1.compute.internal';

const only =
  (...objects: object[]) =>
  (draft: ScenarioDraft) => {
    draft.objects = objects as never;
  };

const nodesOf = async (twin: ReturnType<typeof ekstestTwin>, app: string) =>
  present(await twin.ports.kubernetes.listPods())
    .filter((it) => it.metadata.labels?.app === app)
    .map((it) => it.spec.nodeName);

test('each StatefulSet pod lives in the zone of its volume, and comes back in it', async () => {
  const twin = ekstestTwin();
  const { kubernetes, eks } = twin.ports;
  expect(await nodesOf(twin, 'stateful-app')).toEqual([A, C, D]);
  await eks.createNodegroup({
    clusterName: 'ekstest',
    nodegroupName: 'managed-ng-21',
    scalingConfig: { minSize: 3, maxSize: 3, desiredSize: 3 },
    subnets: ['subnet-0a101000000000000', 'subnet-0c102000000000000', 'subnet-0d103000000000000'],
    nodeRole: 'role',
    clientRequestToken: 't',
  });
  pass(twin, 240_000);
  for (const node of [A, C, D]) await kubernetes.patchNode(node, { spec: { unschedulable: true } });
  for (const pod of present(await kubernetes.listPods()).filter((it) => it.metadata.labels?.app === 'stateful-app')) {
    await kubernetes.evict({
      namespace: 'default',
      name: pod.metadata.name,
      uid: pod.metadata.uid,
      apiVersion: 'policy/v1beta1',
    });
  }
  pass(twin, 240_000);
  expect((await nodesOf(twin, 'stateful-app')).map((it) => it?.split('.')[0])).toEqual([
    'ip-10-0-101-208',
    'ip-10-0-102-86',
    'ip-10-0-103-214',
  ]);
});

test('a StatefulSet pod that no open node of its zone can take waits and says why', async () => {
  const twin = ekstestTwin();
  const { kubernetes } = twin.ports;
  await kubernetes.patchNode(A, { spec: { unschedulable: true } });
  const [pod] = present(await kubernetes.listPods()).filter((it) => it.metadata.name === 'statefulset-0');
  await kubernetes.evict({
    namespace: 'default',
    name: 'statefulset-0',
    uid: pod?.metadata.uid ?? '',
    apiVersion: 'policy/v1beta1',
  });
  pass(twin, 60_000);
  const waiting = present(await kubernetes.listPods()).find((it) => it.metadata.name === 'statefulset-0');
  expect(waiting?.status.conditions).toMatchObject([
    {
      type: 'PodScheduled',
      status: 'False',
      reason: 'Unschedulable',
      message: '0/3 nodes are available: 1 node(s) were unschedulable, 2 node(s) had volume node affinity conflict.',
    },
  ]);
  await kubernetes.patchNode(A, { spec: { unschedulable: null } });
  pass(twin, 30_000);
  expect(await nodesOf(twin, 'stateful-app')).toEqual([A, C, D]);
});

test('pods of one workload are spread: the fewest of the same, then the fewest pods, then by name', async () => {
  expect(await nodesOf(ekstestTwin(only(deployment('web', 7))), 'web')).toHaveLength(7);
  const counts = new Map<string | undefined, number>();
  for (const node of await nodesOf(ekstestTwin(only(deployment('web', 7))), 'web'))
    counts.set(node, (counts.get(node) ?? 0) + 1);
  expect([...counts].sort()).toEqual([
    [A, 3],
    [C, 2],
    [D, 2],
  ]);
});

test('a node full of other pods still gets its share of a workload', async () => {
  const pinned = deployment('a-other', 4, { nodeSelector: { 'kubernetes.io/hostname': A } });
  const twin = ekstestTwin(only(pinned, deployment('web', 3)));
  expect(new Set(await nodesOf(twin, 'web'))).toEqual(new Set([A, C, D]));
});

test('a taint keeps pods away that do not tolerate it, and a soft one only as long as there is another node', async () => {
  const tainted = (effect: string) => (draft: ScenarioDraft) => {
    Object.assign(draft.nodegroups[0] ?? {}, { taints: [{ key: 'k', effect }] });
    draft.objects = [deployment('web', 1), deployment('bold', 1, { tolerations: [{ operator: 'Exists' }] })] as never;
  };
  const hard = ekstestTwin(tainted('NO_SCHEDULE'));
  expect([await nodesOf(hard, 'web'), await nodesOf(hard, 'bold')]).toEqual([[undefined], [A]]);
  const soft = ekstestTwin(tainted('PREFER_NO_SCHEDULE'));
  expect(await nodesOf(soft, 'web')).toEqual([A]);
});

test('a node selector and required affinity choose the node', async () => {
  const term = {
    matchExpressions: [
      { key: 'topology.kubernetes.io/zone', operator: 'NotIn', values: ['ap-northeast-1a', 'ap-northeast-1c'] },
    ],
  };
  const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] } } };
  const twin = ekstestTwin(
    only(deployment('web', 2, { affinity }), deployment('one', 2, { nodeSelector: { 'kubernetes.io/hostname': C } })),
  );
  expect([await nodesOf(twin, 'web'), await nodesOf(twin, 'one')]).toEqual([
    [D, D],
    [C, C],
  ]);
});

test('a node takes no more pods, cores and memory than it has', async () => {
  const big = { containers: [{ name: 'c', resources: { requests: { cpu: '1', memory: '1Gi' } } }] };
  const byCpu = await nodesOf(ekstestTwin(only(deployment('web', 4, big))), 'web');
  expect(byCpu.filter((it) => it === undefined)).toHaveLength(1);
  const byPods = await nodesOf(ekstestTwin(only(deployment('web', 61))), 'web');
  expect(byPods.filter((it) => it === undefined)).toHaveLength(1);
});

test('pods beyond the addresses of a node are bound but do not start', async () => {
  const twin = ekstestTwin((draft) => {
    only(deployment('web', 60))(draft);
    draft.settled = false;
  });
  pass(twin, 120_000);
  const running = () =>
    twin.ports.kubernetes.listPods().then((it) => present(it).filter((pod) => pod.status.phase === 'Running').length);
  expect(await running()).toBe(45);
  const [gone] = present(await twin.ports.kubernetes.listPods()).filter((it) => it.status.phase === 'Running');
  await twin.ports.kubernetes.patchNode(gone?.spec.nodeName ?? '', { spec: { unschedulable: true } });
  await twin.ports.kubernetes.evict({
    namespace: 'default',
    name: gone?.metadata.name ?? '',
    uid: gone?.metadata.uid ?? '',
    apiVersion: 'policy/v1beta1',
  });
  pass(twin, 31_000);
  expect(await running()).toBe(45);
});
