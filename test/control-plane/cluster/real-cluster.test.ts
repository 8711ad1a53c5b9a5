import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { ask, type Reply } from './ask.ts';
import { folderForTest } from './folder-for-test.ts';
import { beyondLoopback, leftBehind } from './left-behind.ts';
import { type ClusterOptions, type RealCluster, startCluster } from './real-cluster.ts';

/** The first start of a version builds it. */
const MINUTES = 60_000;

test('a version answers, its successor takes over its data on the same address, and nothing is left of either', {
  timeout: 40 * MINUTES,
}, async () => {
  const folder = await folderForTest();
  const cluster = await clusterForTest({ version: 'v1.36.3', folder });
  expect(await versionOfServer(cluster)).toBe('v1.36.3');
  const created = await call(cluster, 'POST', '/api/v1/namespaces/default/configmaps', configMap('kept'));
  expect(created.status).toBe(201);

  const meanwhile = new Set<string>();
  await cluster.changeVersion('v1.37.2', async () => {
    for (let asked = 0; asked < 40; asked += 1) meanwhile.add(await versionOfServer(cluster));
  });
  expect([...meanwhile].sort()).toEqual(['v1.36.3', 'v1.37.2']);
  expect([cluster.version(), await versionOfServer(cluster)]).toEqual(['v1.37.2', 'v1.37.2']);
  const kept = await call(cluster, 'GET', '/api/v1/namespaces/default/configmaps/kept');
  expect(JSON.parse(kept.text)).toMatchObject({ data: { is: 'kept' }, metadata: { uid: uidOf(created) } });
  expect(cluster.processes().map(({ name }) => name)).toEqual([
    'etcd',
    'kube-apiserver',
    'kube-controller-manager',
    'kube-scheduler',
  ]);
  expect(cluster.processes().filter(({ rssBytes }) => rssBytes < 1_000_000)).toEqual([]);

  expect(beyondLoopback(folder)).toEqual([]);
  expect((await leftBehind(folder)).length).toBeGreaterThan(5);
  await cluster.stop();
  expect(await leftBehind(folder)).toEqual([`${folder} is still there`]);
});

test('the API server can be away for a while, and controllers and scheduler are still those of before', {
  timeout: 20 * MINUTES,
}, async () => {
  const cluster = await clusterForTest({ version: 'v1.36.3', folder: await folderForTest() });
  const before = cluster.processes();
  await cluster.stopApiServer();
  expect(await versionOfServer(cluster)).toBe('no answer');
  await cluster.startApiServer();
  expect(await versionOfServer(cluster)).toBe('v1.36.3');
  const pidOf = (name: string, all = cluster.processes()) => all.find((it) => it.name === name)?.pid;
  expect(pidOf('kube-scheduler')).toBe(pidOf('kube-scheduler', before));
  expect(pidOf('kube-controller-manager')).toBe(pidOf('kube-controller-manager', before));
  expect(pidOf('kube-apiserver')).not.toBe(pidOf('kube-apiserver', before));
});

test('the audit log has the body of an eviction and of a change of a node', { timeout: 20 * MINUTES }, async () => {
  const cluster = await clusterForTest({ version: 'v1.36.3', folder: await folderForTest() });
  await call(cluster, 'POST', '/api/v1/nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } });
  await call(cluster, 'PATCH', '/api/v1/nodes/n', { spec: { unschedulable: true } });
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p', namespace: 'default' } };
  expect((await call(cluster, 'POST', '/api/v1/namespaces/default/pods/p/eviction', eviction)).status).toBe(404);
  const lines = (await readFile(cluster.auditLog, 'utf8')).split('\n').slice(0, -1);
  const ours = lines.map((line) => JSON.parse(line)).filter(({ user }) => user.username === 'admin');
  const bodyOf = (path: string, verb: string) =>
    ours.find((it) => it.requestURI === path && it.verb === verb)?.requestObject;
  expect(bodyOf('/api/v1/nodes/n', 'patch')).toEqual({ spec: { unschedulable: true } });
  expect(bodyOf('/api/v1/namespaces/default/pods/p/eviction', 'create')).toMatchObject({ kind: 'Eviction' });
});

test('a token that the cluster did not make up is asked about, and only such a one', {
  timeout: 20 * MINUTES,
}, async () => {
  const reviews = await reviewsForTest();
  const cluster = await clusterForTest({
    version: 'v1.36.3',
    folder: await folderForTest(),
    tokenReviewUrl: reviews.url,
  });
  expect(reviews.asked).toEqual([]);
  const reply = await ask({ url: `${cluster.url}/api/v1/nodes`, caPem: cluster.caPem, token: 'foreign' });
  expect(reply?.text).toContain('User \\"reviewed\\" cannot list resource');
  expect(reviews.asked).toEqual([
    expect.objectContaining({
      apiVersion: 'authentication.k8s.io/v1',
      spec: expect.objectContaining({ token: 'foreign' }),
    }),
  ]);
});

test('with admission by PodSecurityPolicy on 1.20 a pod is refused until a policy allows it', {
  timeout: 40 * MINUTES,
}, async () => {
  const folder = await folderForTest();
  const cluster = await clusterForTest({ version: 'v1.20.15', folder, podSecurityPolicies: true });
  const refused = await call(cluster, 'POST', '/api/v1/namespaces/default/pods', POD);
  expect(refused.status).toBe(403);
  expect(refused.text).toContain('PodSecurityPolicy: no providers available to validate pod request');
  await call(cluster, 'POST', '/apis/policy/v1beta1/podsecuritypolicies', PRIVILEGED);
  expect((await call(cluster, 'POST', '/api/v1/namespaces/default/pods', POD)).status).toBe(201);
  expect(beyondLoopback(folder)).toEqual([]);
});

test('a start that fails shows what the program said', { timeout: 20 * MINUTES }, async () => {
  const folder = await folderForTest();
  const tokenReviewUrl = 'not a URL';
  await expect(startCluster({ version: 'v1.36.3', folder, tokenReviewUrl })).rejects.toThrow(
    /kube-apiserver ended by itself with 1\nthe last lines of kube-apiserver:\n[\s\S]*not a URL/,
  );
  expect(await leftBehind(folder)).toEqual([`${folder} is still there`]);
});

async function clusterForTest(options: ClusterOptions): Promise<RealCluster> {
  const cluster = await startCluster(options);
  onTestFinished(() => cluster.stop());
  return cluster;
}

/** Whoever is asked about is the user "reviewed". */
async function reviewsForTest(): Promise<{ url: string; asked: unknown[] }> {
  const asked: unknown[] = [];
  const server = createServer((request, response) => {
    void json(request).then((review) => {
      asked.push(review);
      const status = { authenticated: true, user: { username: 'reviewed' } };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ ...(review as object), status }));
    });
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/review`, asked };
}

async function call({ url, caPem, token }: RealCluster, method: string, path: string, body?: object): Promise<Reply> {
  const reply = await ask({ url: url + path, method, caPem, token: token('admin'), body });
  return reply ?? { status: 0, text: '{}' };
}

const versionOfServer = async (cluster: RealCluster): Promise<string> =>
  (JSON.parse((await call(cluster, 'GET', '/version')).text) as { gitVersion?: string }).gitVersion ?? 'no answer';

const uidOf = ({ text }: Reply): string => (JSON.parse(text) as { metadata: { uid: string } }).metadata.uid;

const configMap = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data: { is: 'kept' },
});

const POD = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web' },
  spec: { containers: [{ name: 'web', image: 'web' }] },
};

const ANY = { rule: 'RunAsAny' };
const PRIVILEGED = {
  apiVersion: 'policy/v1beta1',
  kind: 'PodSecurityPolicy',
  metadata: { name: 'eks.privileged' },
  spec: { privileged: true, seLinux: ANY, supplementalGroups: ANY, runAsUser: ANY, fsGroup: ANY, volumes: ['*'] },
};
