import { expect, test } from 'vitest';
import type { Twin } from '#twin/twin';
import { ekstestTwin, pass } from '../../builders/ekstest.ts';

const NODE = 'ip-10-0-101-193.ap-northeast-1.compute.internal';
const LEASES = { group: 'coordination.k8s.io', version: 'v1', resource: 'leases', namespace: 'kube-node-lease' };
const NODES = { group: '', version: 'v1', resource: 'nodes' };

const lease = (twin: Twin) => twin.face.kubernetes.get({ ...LEASES, name: NODE });
const renewed = (twin: Twin) => (lease(twin).body as { spec: { renewTime: string } }).spec.renewTime;
const posted = (twin: Twin) => {
  const node = twin.face.kubernetes.get({ ...NODES, name: NODE }).body;
  const { conditions } = (node as { status: { conditions: { type: string; lastHeartbeatTime: string }[] } }).status;
  return conditions.find((it) => it.type === 'Ready')?.lastHeartbeatTime ?? '';
};

test('each node has a lease of its name, which was renewed within the last ten seconds', () => {
  const twin = ekstestTwin();
  expect(lease(twin).body).toMatchObject({ metadata: { name: NODE }, spec: { holderIdentity: NODE } });
  for (const ms of [0, 7_000, 60_000]) {
    pass(twin, ms);
    const age = twin.time.now() - Date.parse(renewed(twin));
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThan(10_000);
  }
});

test('signs of life are no writes and nothing to wait for', () => {
  const twin = ekstestTwin();
  const before = twin.face.kubernetes.resourceVersion();
  const [first, next] = [posted(twin), twin.time.nextAt()];
  pass(twin, 20 * 60_000);
  expect(Date.parse(posted(twin)) - Date.parse(first)).toBe(20 * 60_000);
  expect([twin.face.kubernetes.resourceVersion(), next]).toEqual([before, null]);
});

test('a list and a single look tell the same', () => {
  const twin = ekstestTwin();
  pass(twin, 3_600_000);
  const list = twin.face.kubernetes.list(LEASES).body as { items: { spec: object }[] };
  expect(list.items[0]?.spec).toEqual((lease(twin).body as { spec: object }).spec);
});

test('a kubelet that fell silent keeps the sign that it gave last', () => {
  const silent = { type: 'Ready', status: 'Unknown', lastHeartbeatTime: '2022-03-05T17:00:00Z' };
  const twin = ekstestTwin((draft) => {
    draft.objects.push({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name: 'silent' },
      spec: {},
      status: { conditions: [silent], nodeInfo: { kubeletVersion: 'v1.20.11' } },
    } as never);
  });
  const of = () => (twin.face.kubernetes.get({ ...LEASES, name: 'silent' }).body as { spec: object }).spec;
  const before = of();
  pass(twin, 3_600_000);
  expect(of()).toEqual(before);
  const node = twin.face.kubernetes.get({ ...NODES, name: 'silent' }).body;
  expect(node).toMatchObject({ status: { conditions: [silent] } });
});

test('the lease goes with its node', () => {
  const twin = ekstestTwin();
  twin.face.kubernetes.remove({ ...NODES, name: NODE }, {});
  expect(lease(twin).status).toBe(404);
});
