import { beforeEach, describe, expect, it } from 'vitest';
import type { Served } from '#twin/http/serve-twin';
import { type HandMadeTwin, handMadeTwin } from '../../builders/hand-made-twin.ts';
import { type RawAnswer, rawRequest } from '../../builders/raw-request.ts';
import { serveForTest } from '../../builders/serve-for-test.ts';

const TABLE = { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io,application/json' };
const EVICTION = '/api/v1/namespaces/shop/pods/web-0/eviction';

let twin: HandMadeTwin;
let served: Served;

beforeEach(async () => {
  twin = handMadeTwin();
  served = await serveForTest(twin);
});

function ask(
  path: string,
  method = 'GET',
  body: unknown = undefined,
  headers: Record<string, string> = {},
): Promise<RawAnswer> {
  return rawRequest(served.kubernetesUrl + path, {
    method,
    ca: served.caPem,
    headers: { authorization: `Bearer ${served.token}`, 'content-type': 'application/json', ...headers },
    body: body === undefined ? '' : JSON.stringify(body),
  });
}

describe('who asks the Kubernetes API', () => {
  it.each(['/version', '/api/v1/nodes', '/healthz'])('is refused at %s without a token', async (path) => {
    const answer = await rawRequest(served.kubernetesUrl + path, { ca: served.caPem });
    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.text)).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'Unauthorized',
      reason: 'Unauthorized',
      code: 401,
    });
    expect(twin.asked).toEqual([]);
  });

  it('is refused with another token', async () => {
    expect((await ask('/version', 'GET', undefined, { authorization: 'Bearer other' })).status).toBe(401);
  });

  it('has to know the certificate authority', async () => {
    await expect(rawRequest(`${served.kubernetesUrl}/version`)).rejects.toMatchObject({
      code: expect.stringMatching(/UNABLE_TO_|SELF_SIGNED/),
    });
  });
});

describe('requests to the Kubernetes API', () => {
  it.each([
    ['GET', '/version', undefined, 'version', []],
    ['GET', '/api/v1', undefined, 'discover', ['/api/v1']],
    ['GET', '/apis/apps/v1/', undefined, 'discover', ['/apis/apps/v1']],
    ['GET', '/api/v1/nodes/a', undefined, 'get', [{ group: '', version: 'v1', resource: 'nodes', name: 'a' }]],
    [
      'GET',
      '/api/v1/pods?fieldSelector=spec.nodeName%3Da&labelSelector=app%3Dweb&limit=500&continue=c',
      undefined,
      'list',
      [
        {
          group: '',
          version: 'v1',
          resource: 'pods',
          fieldSelector: 'spec.nodeName=a',
          labelSelector: 'app=web',
          limit: 500,
          continue: 'c',
        },
      ],
    ],
    [
      'POST',
      '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
      { spec: {} },
      'create',
      [{ group: 'authorization.k8s.io', version: 'v1', resource: 'selfsubjectaccessreviews' }, { spec: {} }],
    ],
    [
      'PUT',
      '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/l',
      { spec: {} },
      'replace',
      [
        { group: 'coordination.k8s.io', version: 'v1', resource: 'leases', namespace: 'kube-system', name: 'l' },
        { spec: {} },
      ],
    ],
    [
      'DELETE',
      '/api/v1/namespaces/shop/pods/web-0?gracePeriodSeconds=0&propagationPolicy=Background',
      { preconditions: { uid: 'u' } },
      'remove',
      [
        { group: '', version: 'v1', resource: 'pods', namespace: 'shop', name: 'web-0' },
        { gracePeriodSeconds: 0, propagationPolicy: 'Background', preconditions: { uid: 'u' } },
      ],
    ],
    [
      'POST',
      EVICTION,
      { kind: 'Eviction' },
      'evict',
      [{ namespace: 'shop', name: 'web-0' }, { kind: 'Eviction' }, false],
    ],
    [
      'POST',
      `${EVICTION}?dryRun=All`,
      { kind: 'Eviction' },
      'evict',
      [{ namespace: 'shop', name: 'web-0' }, { kind: 'Eviction' }, true],
    ],
  ])('%s %s reaches the face', async (method, path, body, verb, args) => {
    expect((await ask(path, method, body)).status).toBe(200);
    expect(twin.asked).toEqual([{ verb, args }]);
  });

  it('tells the face which kind of patch it is', async () => {
    const type = 'application/strategic-merge-patch+json';
    await ask(
      '/api/v1/nodes/a',
      'PATCH',
      { spec: { unschedulable: true } },
      { 'content-type': `${type}; charset=utf-8` },
    );
    expect(twin.asked[0]?.args[1]).toBe(type);
  });

  it.each(['/healthz', '/livez', '/readyz'])('%s says ok', async (path) => {
    expect(await ask(path)).toMatchObject({ status: 200, text: 'ok' });
  });
});

describe('refusals of the Kubernetes API', () => {
  it('passes the words and headers of a closed budget on', async () => {
    const details = { causes: [{ reason: 'DisruptionBudget', message: 'needs 3 healthy pods and has 3 currently' }] };
    const body = { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'TooManyRequests', details, code: 429 };
    twin.answers.evict = { status: 429, headers: { 'retry-after': '10' }, body };
    const answer = await ask(EVICTION, 'POST', { kind: 'Eviction' });
    expect([answer.status, answer.headers['retry-after'], JSON.parse(answer.text)]).toEqual([429, '10', body]);
  });

  it.each([
    ['GET', '/nothing', 404],
    ['GET', '/api/v1/nodes/a/proxy', 404],
    ['POST', '/api/v1/nodes/a', 405],
    ['DELETE', '/api/v1/nodes', 405],
    ['DELETE', '/api/v1/nodes?dryRun=All', 405],
    ['POST', '/api/v1/nodes/a/scale', 404],
  ])('%s %s is answered %s without HTML and without asking the face', async (method, path, status) => {
    const answer = await ask(path, method, method === 'GET' ? undefined : {});
    expect(answer.status).toBe(status);
    expect(answer.text).not.toContain('<');
    expect(twin.asked).toEqual([]);
  });

  it('refuses a body that is not JSON', async () => {
    const headers = { authorization: `Bearer ${served.token}`, 'content-type': 'application/vnd.kubernetes.protobuf' };
    const request = { method: 'POST', headers, body: 'k8s\0…', ca: served.caPem };
    const answer = await rawRequest(`${served.kubernetesUrl}${EVICTION}`, request);
    expect([answer.status, JSON.parse(answer.text).reason]).toEqual([415, 'UnsupportedMediaType']);
  });

  it('is a Status even where a Table was asked for', async () => {
    twin.answers.get = { status: 404, body: { kind: 'Status', reason: 'NotFound', code: 404 } };
    const answer = await ask('/api/v1/nodes/a', 'GET', undefined, TABLE);
    expect([answer.status, JSON.parse(answer.text).kind]).toEqual([404, 'Status']);
  });

  it('cannot give protobuf', async () => {
    const answer = await ask('/api/v1/nodes', 'GET', undefined, { accept: 'application/vnd.kubernetes.protobuf' });
    expect(answer.status).toBe(406);
  });
});
