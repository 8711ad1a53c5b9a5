import { expect, test } from 'vitest';
import type { WatchEvent } from '#twin/api/face';
import { ekstestTwin, pass, present } from '../../builders/ekstest.ts';

const NODES = { group: '', version: 'v1', resource: 'nodes' };
const PODS = { group: '', version: 'v1', resource: 'pods' };
const NODE = 'ip-10-0-101-193.ap-northeast-1.compute.internal';
const LEASE = { namespace: 'kube-system', name: 'eks-upgrade-runbook' };

test('a cordon taints the node, an uncordon takes the taint away', async () => {
  const { kubernetes } = ekstestTwin().ports;
  await kubernetes.patchNode(NODE, { spec: { unschedulable: true }, metadata: { annotations: { a: 'b' } } });
  const cordoned = present(await kubernetes.getNode(NODE));
  expect(cordoned.spec.taints).toMatchObject([{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }]);
  expect(cordoned.metadata.annotations).toEqual({ a: 'b' });
  await kubernetes.patchNode(NODE, { spec: { unschedulable: null }, metadata: { annotations: { a: null } } });
  const open = present(await kubernetes.getNode(NODE));
  expect([open.spec.taints, open.spec.unschedulable, open.metadata.annotations]).toEqual([undefined, undefined, {}]);
});

test('a patch with an old resource version is a conflict and changes nothing', async () => {
  const { kubernetes } = ekstestTwin().ports;
  const { resourceVersion } = present(await kubernetes.getNode(NODE)).metadata;
  await kubernetes.patchNode(NODE, { metadata: { labels: { a: 'b' } } });
  const late = await kubernetes.patchNode(NODE, { metadata: { resourceVersion }, spec: { unschedulable: true } });
  expect(late).toMatchObject({
    status: 409,
    code: 'Conflict',
    message: expect.stringContaining('the object has been modified'),
  });
  expect(present(await kubernetes.getNode(NODE)).spec.unschedulable).toBeUndefined();
});

test('a patch that changes nothing keeps the resource version', async () => {
  const twin = ekstestTwin();
  const before = twin.face.kubernetes.resourceVersion();
  await twin.ports.kubernetes.patchNode(NODE, { spec: { unschedulable: null } });
  expect(twin.face.kubernetes.resourceVersion()).toBe(before);
});

test('a strategic merge patch merges taints by key, a JSON patch follows its operations', () => {
  const { kubernetes } = ekstestTwin().face;
  const at = { ...NODES, name: NODE };
  const taints = (key: string) => ({ spec: { taints: [{ key, effect: 'PreferNoSchedule' }] } });
  kubernetes.patch(at, 'application/strategic-merge-patch+json', taints('a'));
  expect(kubernetes.patch(at, 'application/strategic-merge-patch+json', taints('b')).body).toMatchObject({
    spec: { taints: [{ key: 'a' }, { key: 'b' }] },
  });
  expect(
    kubernetes.patch(at, 'application/json-patch+json', [{ op: 'replace', path: '/spec/taints/0/key', value: 'c' }])
      .body,
  ).toMatchObject({ spec: { taints: [{ key: 'c' }, { key: 'b' }] } });
  expect(kubernetes.patch(at, 'application/json-patch+json', {}).status).toBe(400);
  expect(kubernetes.patch(at, 'text/plain', {}).status).toBe(415);
});

test('a Lease exists once, and is released only as it was read', async () => {
  const { kubernetes } = ekstestTwin().ports;
  const lease = { ...LEASE, holderIdentity: 'run-1', annotations: { log: 'here' } };
  expect(await kubernetes.getLease(LEASE)).toMatchObject({
    status: 404,
    message: 'leases.coordination.k8s.io "eks-upgrade-runbook" not found',
  });
  const { metadata } = present(await kubernetes.createLease(lease));
  expect(await kubernetes.createLease(lease)).toMatchObject({ status: 409, code: 'AlreadyExists' });
  const { resourceVersion } = metadata;
  expect(present(await kubernetes.releaseLease({ ...LEASE, resourceVersion }))).toMatchObject({
    metadata: { uid: metadata.uid, annotations: { log: 'here' } },
    spec: { holderIdentity: '' },
  });
  expect(await kubernetes.releaseLease({ ...LEASE, resourceVersion })).toMatchObject({ status: 409, code: 'Conflict' });
});

test('a list comes in pages, and a page after a change is 410', () => {
  const { kubernetes } = ekstestTwin().face;
  type List = { items: { metadata: { name: string } }[]; metadata: { continue?: string; remainingItemCount?: number } };
  const first = kubernetes.list({ ...NODES, limit: 2 }).body as List;
  expect([first.items.length, first.metadata.remainingItemCount]).toEqual([2, 1]);
  const next = { ...NODES, limit: 2, continue: first.metadata.continue ?? '' };
  expect((kubernetes.list(next).body as List).items).toHaveLength(1);
  kubernetes.patch({ ...NODES, name: NODE }, 'application/merge-patch+json', { metadata: { labels: { a: 'b' } } });
  expect(kubernetes.list(next).status).toBe(410);
});

test('selectors narrow a list by field and by label', () => {
  const { kubernetes } = ekstestTwin().face;
  const names = (query: object) =>
    (kubernetes.list({ ...PODS, ...query }).body as { items: { metadata: { name: string } }[] }).items.map(
      (it) => it.metadata.name,
    );
  expect(names({ fieldSelector: `spec.nodeName=${NODE}`, labelSelector: 'app in (stateful-app)' })).toEqual([
    'statefulset-0',
  ]);
  expect(names({ namespace: 'default', labelSelector: 'app!=app' })).toEqual([
    'statefulset-0',
    'statefulset-1',
    'statefulset-2',
  ]);
  expect(names({ fieldSelector: 'spec.nodeName=,metadata.namespace!=default' })).toEqual([]);
});

test('a watch tells what happened since a version, then what happens, and 410 when that is forgotten', () => {
  const twin = ekstestTwin();
  const { kubernetes } = twin.face;
  const from = kubernetes.resourceVersion();
  const at = { ...NODES, name: NODE };
  kubernetes.patch(at, 'application/merge-patch+json', { metadata: { labels: { a: 'b' } } });
  const seen: WatchEvent[] = [];
  const watching = kubernetes.watch({ ...NODES, resourceVersion: from, labelSelector: 'a' }, (event) =>
    seen.push(event),
  );
  kubernetes.patch(at, 'application/merge-patch+json', { metadata: { labels: { a: null } } });
  if ('stop' in watching) watching.stop();
  kubernetes.patch(at, 'application/merge-patch+json', { metadata: { labels: { a: 'c' } } });
  expect(seen.map((it) => it.type)).toEqual(['ADDED', 'DELETED']);
  expect(kubernetes.watch({ ...NODES, resourceVersion: '1' }, () => {})).toMatchObject({ status: 410 });
});

test('a server serves what its version serves', async () => {
  const twin = ekstestTwin();
  const { kubernetes } = twin.face;
  const status = (path: string) => kubernetes.discover(path).status;
  expect([status('/apis/policy/v1'), status('/apis/policy/v1beta1')]).toEqual([404, 200]);
  expect(present(await twin.ports.kubernetes.listBudgets())).toEqual([]);
  await twin.ports.eks.updateClusterVersion({ name: 'ekstest', version: '1.21', clientRequestToken: 't' });
  pass(twin, 30 * 60_000);
  expect([status('/apis/policy/v1'), status('/apis/policy/v1beta1')]).toEqual([200, 200]);
  expect(present(await twin.ports.kubernetes.evictionVersion())).toBe('policy/v1beta1');
  expect(present(await twin.ports.kubernetes.getPodSecurityPolicy('eks.privileged')).spec.privileged).toBe(true);
});

test('from 1.22 on evictions are policy/v1, and from 1.25 on the beta version and pod security policies are gone', async () => {
  const at = (version: string) => ekstestTwin((draft) => Object.assign(draft.cluster, { version }));
  expect(present(await at('1.22').ports.kubernetes.evictionVersion())).toBe('policy/v1');
  expect(at('1.25').face.kubernetes.discover('/apis/policy/v1beta1').status).toBe(404);
  expect(await at('1.25').ports.kubernetes.getPodSecurityPolicy('eks.privileged')).toMatchObject({
    status: 404,
    message: 'the server could not find the requested resource',
  });
});

test('the live stores follow every change and give the same list until one comes', async () => {
  const twin = ekstestTwin();
  const live = present(await twin.ports.kubernetes.live());
  const before = live.nodes();
  expect(live.nodes()).toBe(before);
  await twin.ports.kubernetes.patchNode(NODE, { spec: { unschedulable: true } });
  expect(live.nodes()).not.toBe(before);
  expect(live.nodes()).toEqual(present(await twin.ports.kubernetes.listNodes()));
  expect(live.pods()).toEqual(present(await twin.ports.kubernetes.listPods()));
  expect(live.workloads()).toEqual(present(await twin.ports.kubernetes.listWorkloads()));
});

test('nobody can change the twin through what its ports give', async () => {
  const [node] = present(await ekstestTwin().ports.kubernetes.listNodes());
  expect(() => Object.assign(node?.spec ?? {}, { unschedulable: true })).toThrow(TypeError);
});
