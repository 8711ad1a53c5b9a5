import { beforeEach, describe, expect, it } from 'vitest';
import type { Served } from '#twin/http/serve-twin';
import { type HandMadeTwin, handMadeTwin } from '../../builders/hand-made-twin.ts';
import { type RawAnswer, rawRequest } from '../../builders/raw-request.ts';
import { serveForTest } from '../../builders/serve-for-test.ts';

let twin: HandMadeTwin;
let served: Served;

beforeEach(async () => {
  twin = handMadeTwin();
  served = await serveForTest(twin);
});

const control = (method: string, path: string, body?: object): Promise<RawAnswer> =>
  rawRequest(`${served.controlUrl}/${path}`, {
    method,
    headers: { authorization: `Bearer ${served.controlToken}` },
    ...(body && { body: JSON.stringify(body) }),
  });

const kubernetes = (method: string, path: string, body?: object): Promise<RawAnswer> =>
  rawRequest(served.kubernetesUrl + path, {
    method,
    ca: served.caPem,
    headers: { authorization: `Bearer ${served.token}`, 'content-type': 'application/merge-patch+json' },
    ...(body && { body: JSON.stringify(body) }),
  });

const eks = (method: string, path: string): Promise<RawAnswer> =>
  rawRequest(served.awsUrl + path, { method, headers: { authorization: 'AWS4-HMAC-SHA256 Credential=test' } });

const cordon = () => kubernetes('PATCH', '/api/v1/nodes/a', { spec: { unschedulable: true } });

const verbs = (): readonly string[] => twin.asked.map(({ verb }) => verb);

const moment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

/** The twin knows the wish when this returns. */
async function wish(of: object): Promise<{ readonly held: Promise<RawAnswer> }> {
  const held = control('POST', 'hold', of);
  await moment();
  return { held };
}

/** `pending` if it is not answered within a moment. */
const soon = (answer: Promise<RawAnswer>): Promise<number | 'cut' | 'pending'> =>
  Promise.race([
    answer.then(
      ({ status }) => status,
      () => 'cut' as const,
    ),
    moment().then(() => 'pending' as const),
  ]);

const requests = async (): Promise<unknown> => JSON.parse((await control('GET', 'requests')).text);

describe('the numbers of requests', () => {
  it('count over both servers what comes, the control endpoints apart', async () => {
    await eks('GET', '/clusters/ekstest');
    await kubernetes('GET', '/version');
    expect(await requests()).toEqual({ requests: 2, mutating: 0 });
  });

  it('count apart what wants to change something, refused or not', async () => {
    twin.answers.patch = { status: 409, body: {} };
    await cordon();
    await kubernetes('POST', '/api/v1/namespaces/shop/pods/web-0/eviction', {});
    await eks('DELETE', '/clusters/ekstest/node-groups/old');
    expect(await requests()).toEqual({ requests: 3, mutating: 3 });
  });

  it.each([
    ['POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'],
    ['PATCH', '/api/v1/nodes/a?dryRun=All'],
  ])('do not count %s %s among them', async (method, path) => {
    await kubernetes(method, path, {});
    expect(await requests()).toEqual({ requests: 1, mutating: 0 });
  });

  it('do not count the query APIs of AWS among them', async () => {
    await eks('POST', '/');
    expect(await requests()).toEqual({ requests: 1, mutating: 0 });
  });
});

describe('a held request', () => {
  it('is not performed before it is released, when it is held before', async () => {
    const { held } = await wish({ mutating: 1, when: 'before' });
    await kubernetes('GET', '/api/v1/nodes');
    const patch = cordon();
    expect(JSON.parse((await held).text)).toEqual({
      request: 2,
      mutating: 1,
      method: 'PATCH',
      path: '/api/v1/nodes/a',
      when: 'before',
    });
    expect(await soon(patch)).toBe('pending');
    expect(verbs()).toEqual(['list']);
    expect(JSON.parse((await control('POST', 'release')).text)).toEqual({ released: [2] });
    expect((await patch).status).toBe(200);
    expect(verbs()).toEqual(['list', 'patch']);
  });

  it('is performed but not answered before it is released, when it is held after', async () => {
    const { held } = await wish({ request: 1, when: 'after' });
    const patch = cordon();
    await held;
    expect(await soon(patch)).toBe('pending');
    expect(verbs()).toEqual(['patch']);
    await control('POST', 'release', { request: 1 });
    expect((await patch).status).toBe(200);
  });

  it('holds up nobody else', async () => {
    const { held } = await wish({ mutating: 1, when: 'before' });
    const patch = cordon();
    await held;
    expect((await eks('GET', '/clusters/ekstest')).status).toBe(200);
    expect(await soon(patch)).toBe('pending');
  });

  it.each([
    ['before', []],
    ['after', ['patch']],
  ] as const)('loses its connection when it is dropped %s', async (when, performed) => {
    const { held } = await wish({ mutating: 1, when });
    const patch = cordon();
    await held;
    expect(await soon(patch)).toBe('pending');
    await control('POST', 'release', { drop: true });
    await expect(patch).rejects.toMatchObject({ code: 'ECONNRESET' });
    expect(verbs()).toEqual(performed);
  });

  it('is never performed when whoever sent it is gone', async () => {
    const { held } = await wish({ mutating: 1, when: 'before' });
    const leaving = new AbortController();
    const patch = fetch(`${served.awsUrl}/clusters/ekstest/updates`, {
      method: 'POST',
      headers: { authorization: 'AWS4-HMAC-SHA256 Credential=test' },
      body: '{}',
      signal: leaving.signal,
    });
    await held;
    leaving.abort();
    await expect(patch).rejects.toThrow();
    await expect.poll(async () => JSON.parse((await control('POST', 'release')).text)).toEqual({ released: [] });
    expect(verbs()).toEqual([]);
  });
});

describe('the wish to hold a request', () => {
  it('is refused when that number has gone by', async () => {
    await cordon();
    expect((await control('POST', 'hold', { mutating: 1, when: 'before' })).status).toBe(409);
  });

  it('ends with whoever wished it', async () => {
    const leaving = new AbortController();
    const hold = fetch(`${served.controlUrl}/hold`, {
      method: 'POST',
      headers: { authorization: `Bearer ${served.controlToken}` },
      body: '{"mutating":1,"when":"before"}',
      signal: leaving.signal,
    });
    await moment();
    leaving.abort();
    await expect(hold).rejects.toThrow();
    await moment();
    expect((await cordon()).status).toBe(200);
  });

  it.each([{}, { mutating: 1 }, { mutating: 'next', when: 'before' }, { request: 1, when: 'during' }])(
    'is refused as %o',
    async (wish) => {
      expect((await control('POST', 'hold', wish)).status).toBe(400);
    },
  );

  it.each([{ request: 'all' }, { drop: 1 }])('cannot be ended by %o', async (body) => {
    expect((await control('POST', 'release', body)).status).toBe(400);
  });
});
