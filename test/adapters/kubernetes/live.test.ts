import { expect, it, vi } from 'vitest';
import type { Live } from '#ports/kubernetes';
import { sendJson } from '../../builders/api-server.ts';
import { rawPod, type WatchedCluster, watchedCluster } from '../../builders/watched-cluster.ts';

const SOON = { timeout: 3_000, interval: 10 };

async function live(cluster: WatchedCluster): Promise<Live> {
  const answer = await cluster.kubernetes.live();
  if (answer.kind !== 'value') throw new TypeError(`expected the stores, got ${JSON.stringify(answer)}`);
  return answer.value;
}

const names = (stores: Live): string[] => stores.pods().map((it) => it.metadata.name);

it('opens the stores once and keeps them up to date by watches', async () => {
  const cluster = await watchedCluster();
  cluster.pods = ['b'];
  const stores = await live(cluster);
  await cluster.kubernetes.live();
  cluster.event('pods', 'ADDED', rawPod('a', '2'));
  await vi.waitFor(() => expect(names(stores)).toEqual(['a', 'b']), SOON);
  cluster.event('pods', 'DELETED', rawPod('b', '3'));
  await vi.waitFor(() => expect(names(stores)).toEqual(['a']), SOON);
  expect(cluster.count('list', 'pods')).toBe(1);
});

it('keeps no managed fields and no copy of kubectl in memory', async () => {
  const cluster = await watchedCluster();
  cluster.pods = ['a'];
  const stores = await live(cluster);
  expect(stores.pods()[0]?.metadata).toEqual({
    name: 'a',
    namespace: 'shop',
    uid: 'uid-a',
    resourceVersion: '1',
    annotations: { kept: 'yes' },
  });
});

it('knows by bookmarks how far all stores are', async () => {
  const cluster = await watchedCluster();
  await live(cluster);
  const kinds = ['nodes', 'poddisruptionbudgets', 'daemonsets', 'deployments', 'replicasets', 'statefulsets'];
  for (const kind of kinds) cluster.event(kind, 'BOOKMARK', { metadata: { resourceVersion: '12' } });
  const before = cluster.changes.counts().all;
  cluster.event('pods', 'BOOKMARK', { metadata: { resourceVersion: '11' } });
  await vi.waitFor(() => expect(cluster.changes.seen()).toBe('11'), SOON);
  expect(cluster.changes.counts().all).toBe(before);
});

it('goes on where it was after the connection is cut', async () => {
  const cluster = await watchedCluster();
  const stores = await live(cluster);
  cluster.event('pods', 'ADDED', rawPod('a', '5'));
  await vi.waitFor(() => expect(names(stores)).toEqual(['a']), SOON);
  cluster.server.cut();
  await vi.waitFor(() => expect(cluster.count('watch', 'pods')).toBe(2), SOON);
  expect(cluster.server.asked.at(-1)?.url).toBeDefined();
  expect(cluster.server.asked.filter((it) => it.url.includes('/pods?watch')).at(-1)?.url).toContain(
    'resourceVersion=5',
  );
  expect(cluster.count('list', 'pods')).toBe(1);
});

it('reads everything again when the server has forgotten where it was', async () => {
  const cluster = await watchedCluster();
  cluster.pods = ['a'];
  const stores = await live(cluster);
  cluster.pods = ['b'];
  cluster.version = '100';
  cluster.event('pods', 'ERROR', {
    kind: 'Status',
    status: 'Failure',
    reason: 'Expired',
    message: 'too old resource version',
    code: 410,
  });
  await vi.waitFor(() => expect(names(stores)).toEqual(['b']), SOON);
  expect(cluster.count('list', 'pods')).toBe(2);
});

it('renews the token when a watch is refused with 401', async () => {
  const cluster = await watchedCluster();
  const stores = await live(cluster);
  cluster.instead = ({ headers }, response) => {
    if (headers.authorization !== 'Bearer token-0') return false;
    sendJson(response, 401, { kind: 'Status', reason: 'Unauthorized', code: 401 });
    return true;
  };
  cluster.server.cut();
  await vi.waitFor(() => expect(cluster.login.renewals()).toBeGreaterThan(0), SOON);
  await vi.waitFor(() => expect(cluster.count('watch', 'pods')).toBeGreaterThan(2), SOON);
  cluster.event('pods', 'ADDED', rawPod('a', '6'));
  await vi.waitFor(() => expect(names(stores)).toEqual(['a']), SOON);
});

it('refuses to open when one of the kinds may not be read, and opens later when it may', async () => {
  const cluster = await watchedCluster();
  const forbidden = { kind: 'Status', reason: 'Forbidden', message: 'cannot list statefulsets', code: 403 };
  cluster.instead = ({ url }, response) => {
    if (!url.startsWith('/apis/apps/v1/statefulsets')) return false;
    sendJson(response, 403, forbidden);
    return true;
  };
  expect(await cluster.kubernetes.live()).toMatchObject({ kind: 'refused', status: 403, code: 'Forbidden' });
  expect(cluster.changes.seen()).toBeNull();
  cluster.instead = () => false;
  expect((await cluster.kubernetes.live()).kind).toBe('value');
});

it('says what is wrong instead of giving stale stores, once a watch has been away for ten seconds', async () => {
  const cluster = await watchedCluster();
  await live(cluster);
  cluster.instead = ({ url }, response) => {
    if (!url.includes('watch=true')) return false;
    sendJson(response, 503, { kind: 'Status', reason: 'ServiceUnavailable', message: 'etcd is away', code: 503 });
    return true;
  };
  cluster.server.cut();
  await vi.waitFor(() => expect(cluster.count('watch', 'pods')).toBeGreaterThan(1), SOON);
  expect((await cluster.kubernetes.live()).kind).toBe('value');
  const later = Date.now() + 11_000;
  const clock = vi.spyOn(Date, 'now').mockReturnValue(later);
  expect((await cluster.kubernetes.live()).kind).not.toBe('value');
  clock.mockRestore();
  cluster.instead = () => false;
  await vi.waitFor(async () => expect((await cluster.kubernetes.live()).kind).toBe('value'), {
    timeout: 6_000,
    interval: 50,
  });
});

it('says what the server answers now, not what it answered first, while a watch stays away', async () => {
  const cluster = await watchedCluster();
  await live(cluster);
  let refusals = 0;
  cluster.instead = ({ url }, response) => {
    if (!url.includes('watch=true')) return false;
    refusals += 1;
    sendJson(response, 403, { kind: 'Status', reason: 'Forbidden', message: 'cannot watch pods', code: 403 });
    return true;
  };
  cluster.server.cut();
  await vi.waitFor(() => expect(refusals).toBeGreaterThan(7), SOON);
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 11_000);
  expect(await cluster.kubernetes.live()).toMatchObject({ kind: 'refused', status: 403 });
  clock.mockRestore();
});
