import { expect, it, onTestFinished, vi } from 'vitest';
import { createChanges } from '#adapters/clock/changes';
import { openKubernetes } from '#adapters/kubernetes/open';
import {
  type Answering,
  type ApiServer,
  apiServer,
  bearerLogin,
  sendJson,
  sendText,
} from '../../builders/api-server.ts';

async function open(answer: Answering) {
  const server = await apiServer(answer);
  const login = bearerLogin(server);
  const kubernetes = await openKubernetes({ login, changes: createChanges(), environment: {} });
  onTestFinished(() => kubernetes.close());
  return { kubernetes, server, login };
}

const node = (name: string) => ({
  metadata: { name, uid: name, resourceVersion: '1', managedFields: [{}] },
  spec: {},
  status: {},
});

it('asks for the version on a new connection each time, and for everything else on one that is kept', async () => {
  const { kubernetes, server } = await open((asked, response) =>
    asked.url === '/version'
      ? sendJson(response, 200, { gitVersion: 'v1.21.14', major: '1' })
      : sendJson(response, 200, node('a')),
  );
  expect(await kubernetes.version()).toMatchObject({ kind: 'value', value: { gitVersion: 'v1.21.14' } });
  await kubernetes.version();
  await kubernetes.getNode('a');
  await kubernetes.getNode('a');
  const [first, second, third, fourth] = server.asked.map((it) => it.connection);
  expect(first).not.toBe(second);
  expect(third).not.toBe(second);
  expect(fourth).toBe(third);
});

it('tells the time of the server from the header Date, and none where there is no such header', async () => {
  let date: string | null = 'Sat, 05 Mar 2022 17:30:00 GMT';
  const { kubernetes } = await open((_, response) => {
    if (date === null) response.sendDate = false;
    else response.setHeader('date', date);
    sendJson(response, 200, { gitVersion: 'v1.21.14' });
  });
  expect(await kubernetes.version()).toEqual({
    kind: 'value',
    value: { gitVersion: 'v1.21.14', date: '2022-03-05T17:30:00.000Z' },
  });
  date = null;
  expect(await kubernetes.version()).toEqual({ kind: 'value', value: { gitVersion: 'v1.21.14' } });
});

it('reads a list to its last page, sorted, without managed fields', async () => {
  const pages: Record<string, unknown> = {
    '/api/v1/nodes?limit=500': { metadata: { resourceVersion: '7', continue: 'c1' }, items: [node('c'), node('b')] },
    '/api/v1/nodes?limit=500&continue=c1': { metadata: { resourceVersion: '7' }, items: [node('a')] },
  };
  const { kubernetes } = await open((asked, response) => sendJson(response, 200, pages[asked.url]));
  const answer = await kubernetes.listNodes();
  expect(answer).toEqual({
    kind: 'value',
    value: ['a', 'b', 'c'].map((name) => ({
      metadata: { name, uid: name, resourceVersion: '1' },
      spec: {},
      status: {},
    })),
  });
});

it('reads a list again in one piece when the server has forgotten its snapshot half-way', async () => {
  const { kubernetes, server } = await open((asked, response) => {
    if (asked.url.includes('continue'))
      sendJson(response, 410, { kind: 'Status', reason: 'Expired', message: 'too old', code: 410 });
    else if (asked.url.includes('limit'))
      sendJson(response, 200, { metadata: { resourceVersion: '7', continue: 'c1' }, items: [node('a')] });
    else sendJson(response, 200, { metadata: { resourceVersion: '9' }, items: [node('b')] });
  });
  expect(await kubernetes.listNodes()).toMatchObject({ kind: 'value', value: [{ metadata: { name: 'b' } }] });
  expect(server.asked.map((it) => it.url)).toEqual([
    '/api/v1/nodes?limit=500',
    '/api/v1/nodes?limit=500&continue=c1',
    '/api/v1/nodes',
  ]);
});

it('never takes an answer without a list for an empty one', async () => {
  const { kubernetes } = await open((_, response) => sendJson(response, 200, {}));
  expect(await kubernetes.listPods({ node: 'a' })).toMatchObject({ kind: 'unknown', code: 'Unparsable' });
});

it('renews a refused token once, and then takes the refusal as the answer', async () => {
  const unauthorized = { kind: 'Status', reason: 'Unauthorized', message: 'Unauthorized', code: 401 };
  const good = await open((asked, response) =>
    asked.headers.authorization === 'Bearer token-1'
      ? sendJson(response, 200, node('a'))
      : sendJson(response, 401, unauthorized),
  );
  expect((await good.kubernetes.getNode('a')).kind).toBe('value');
  const bad = await open((_, response) => sendJson(response, 401, unauthorized));
  expect(await bad.kubernetes.getNode('a')).toMatchObject({ kind: 'refused', status: 401, code: 'Unauthorized' });
  expect(bad.login.renewals()).toBe(1);
});

it('patches by merge and evicts with the UID as precondition, without a grace period', async () => {
  const { kubernetes, server } = await open((asked, response) =>
    asked.method === 'PATCH'
      ? sendJson(response, 200, node('a'))
      : sendJson(response, 201, { kind: 'Status', status: 'Success', code: 201 }),
  );
  await kubernetes.patchNode('a', { metadata: { resourceVersion: '1' }, spec: { unschedulable: true } });
  const accepted = await kubernetes.evict({ namespace: 'shop', name: 'web-1', uid: 'u1', apiVersion: 'policy/v1' });
  expect(accepted).toEqual({ kind: 'value', value: 'accepted' });
  const [patch, eviction] = server.asked;
  expect(patch?.headers['content-type']).toBe('application/merge-patch+json');
  expect(eviction?.url).toBe('/api/v1/namespaces/shop/pods/web-1/eviction');
  expect(JSON.parse(eviction?.body ?? '')).toEqual({
    apiVersion: 'policy/v1',
    kind: 'Eviction',
    metadata: { name: 'web-1', namespace: 'shop' },
    deleteOptions: { preconditions: { uid: 'u1' } },
  });
});

it('marks, takes and releases a Lease by a merge patch that holds the version it was read with', async () => {
  const { kubernetes, server } = await open((_, response) => sendJson(response, 200, { kind: 'Lease' }));
  const read = { namespace: 'kube-system', name: 'l', resourceVersion: '7' };
  await kubernetes.markLease({ ...read, annotations: { fence: '1 me' } });
  await kubernetes.takeLease({ ...read, annotations: { owner: 'me' }, holderIdentity: 'run-1' });
  await kubernetes.releaseLease(read);
  expect(server.asked.map(({ method, url, body }) => [method, url, JSON.parse(body)])).toEqual(
    [
      { metadata: { resourceVersion: '7', annotations: { fence: '1 me' } } },
      { metadata: { resourceVersion: '7', annotations: { owner: 'me' } }, spec: { holderIdentity: 'run-1' } },
      { metadata: { resourceVersion: '7' }, spec: { holderIdentity: '' } },
    ].map((body) => ['PATCH', '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/l', body]),
  );
});

it('reads budgets with policy/v1 where it is served, else with policy/v1beta1, and asks each time', async () => {
  let serves = false;
  const budget = { metadata: { name: 'web', namespace: 'shop', uid: 'b', resourceVersion: '1' }, spec: {}, status: {} };
  const { kubernetes } = await open((asked, response) => {
    if (asked.url !== '/apis/policy/v1')
      sendJson(response, 200, { metadata: { resourceVersion: '1' }, items: [budget] });
    else if (serves)
      sendJson(response, 200, { resources: [{ name: 'poddisruptionbudgets', kind: 'PodDisruptionBudget' }] });
    else sendText(response, 404, 'text/plain; charset=utf-8', '404 page not found\n');
  });
  expect(await kubernetes.listBudgets()).toMatchObject({ value: [{ apiVersion: 'policy/v1beta1' }] });
  serves = true;
  expect(await kubernetes.listBudgets()).toMatchObject({ value: [{ apiVersion: 'policy/v1' }] });
});

it('finds the eviction version in the resources of core v1', async () => {
  const entry = { name: 'pods/eviction', kind: 'Eviction', group: 'policy', version: 'v1beta1' };
  let resources: unknown[] = [entry];
  const { kubernetes } = await open((_, response) => sendJson(response, 200, { resources }));
  expect(await kubernetes.evictionVersion()).toEqual({ kind: 'value', value: 'policy/v1beta1' });
  resources = [{ ...entry, version: 'v1' }];
  expect(await kubernetes.evictionVersion()).toEqual({ kind: 'value', value: 'policy/v1' });
  resources = [];
  expect(await kubernetes.evictionVersion()).toEqual({ kind: 'value', value: null });
});

it('is unknown when nobody listens, and when the certificate is not that of the cluster', async () => {
  const { server, login } = await open((_, response) => sendJson(response, 200, node('a')));
  const closed = await openWith({ ...server, url: 'https://127.0.0.1:1' }, login);
  expect(await closed.getNode('a')).toMatchObject({ kind: 'unknown', code: 'ECONNREFUSED' });
  const stranger = await openKubernetes({
    login: { ...login, credentials: async () => ({ kind: 'value', value: {} }) },
    changes: createChanges(),
    environment: {},
  });
  expect(await stranger.getNode('a')).toMatchObject({ kind: 'unknown', code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
});

const openWith = (server: ApiServer, login: ReturnType<typeof bearerLogin>) =>
  openKubernetes({ login: { ...login, server: server.url }, changes: createChanges(), environment: {} });

it('sends no change when the process was stopped between the decision and the wire, but reads all the same', async () => {
  const { kubernetes, server, login } = await open((_, response) => sendJson(response, 200, node('a')));
  const late: typeof login = {
    ...login,
    credentials: async () => {
      vi.setSystemTime(Date.now() + 60_000);
      return login.credentials();
    },
  };
  const stopped = await openKubernetes({ login: late, changes: createChanges(), environment: {} });
  onTestFinished(async () => {
    vi.useRealTimers();
    await stopped.close();
  });
  vi.useFakeTimers({ toFake: ['Date'] });
  expect(await stopped.patchNode('a', { spec: { unschedulable: true } })).toMatchObject({
    kind: 'unknown',
    code: 'NotSent',
  });
  expect(server.asked).toEqual([]);
  expect((await stopped.getNode('a')).kind).toBe('value');
  expect((await kubernetes.patchNode('a', { spec: { unschedulable: true } })).kind).toBe('value');
});
