import { beforeEach, describe, expect, it } from 'vitest';
import type { Served } from '#twin/http/serve-twin';
import type { Twin } from '#twin/twin';
import { deployment, ekstestTwin } from '../../builders/ekstest.ts';
import { rawRequest } from '../../builders/raw-request.ts';
import { serveForTest } from '../../builders/serve-for-test.ts';

const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';

let twin: Twin;
let served: Served;

beforeEach(async () => {
  twin = ekstestTwin();
  served = await serveForTest(twin);
});

async function ask(method: string, path: string, body: unknown = undefined, type = 'application/json') {
  const answer = await rawRequest(served.kubernetesUrl + path, {
    method,
    ca: served.caPem,
    headers: { authorization: `Bearer ${served.token}`, 'content-type': type },
    body: typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body),
  });
  return { status: answer.status, body: JSON.parse(answer.text) };
}

describe('a request with dryRun=All', () => {
  it.each([
    ['POST', DEPLOYMENTS, deployment('new', 1), 201],
    ['POST', DEPLOYMENTS, deployment('deployment', 1), 409],
    ['PUT', `${DEPLOYMENTS}/deployment`, deployment('deployment', 1), 200],
    ['PUT', `${DEPLOYMENTS}/nobody`, deployment('nobody', 1), 404],
    ['DELETE', `${DEPLOYMENTS}/deployment`, {}, 200],
    ['POST', '/apis/apps/v1/namespaces/default/rainbows', deployment('new', 1), 404],
    ['PUT', `${DEPLOYMENTS}/deployment/scale`, { spec: { replicas: 9 } }, 200],
  ])('%s %s is answered as the real one would be, and changes nothing', async (method, path, body, status) => {
    const before = twin.face.kubernetes.resourceVersion();
    expect((await ask(method, `${path}?dryRun=All`, body)).status).toBe(status);
    expect(twin.face.kubernetes.resourceVersion()).toBe(before);
    expect(twin.journal.writes()).toEqual([]);
  });
});

describe('the subresource scale', () => {
  it('reads as a Scale with size and selector', async () => {
    expect(await ask('GET', `${DEPLOYMENTS}/deployment/scale`)).toMatchObject({
      status: 200,
      body: {
        kind: 'Scale',
        apiVersion: 'autoscaling/v1',
        metadata: { name: 'deployment', namespace: 'default' },
        spec: { replicas: 3 },
        status: { replicas: 3, selector: 'app=app' },
      },
    });
  });

  it.each([
    ['PUT', 'application/json'],
    ['PATCH', 'application/merge-patch+json'],
  ])('sets the size of its workload by %s', async (method, type) => {
    const scaled = await ask(method, `${DEPLOYMENTS}/deployment/scale`, { spec: { replicas: 5 } }, type);
    expect([scaled.status, scaled.body.spec.replicas]).toEqual([200, 5]);
    expect((await ask('GET', `${DEPLOYMENTS}/deployment`)).body.spec.replicas).toBe(5);
  });

  it('is refused when the workload has changed since it was read', async () => {
    const { body } = await ask('GET', `${DEPLOYMENTS}/deployment/scale`);
    await ask('PUT', `${DEPLOYMENTS}/deployment/scale`, { ...body, spec: { replicas: 5 } });
    const late = await ask('PUT', `${DEPLOYMENTS}/deployment/scale`, { ...body, spec: { replicas: 7 } });
    expect([late.status, late.body.reason]).toEqual([409, 'Conflict']);
  });

  it('is unknown for kinds without a size', async () => {
    expect((await ask('GET', '/apis/apps/v1/namespaces/kube-system/daemonsets/aws-node/scale')).status).toBe(404);
  });
});

describe('bodies and selectors', () => {
  it('takes YAML', async () => {
    const yaml = 'metadata: { name: notes }\ndata:\n  a: b\n';
    const made = await ask('POST', '/api/v1/namespaces/default/configmaps', yaml, 'application/yaml');
    expect([made.status, made.body.data]).toEqual([201, { a: 'b' }]);
  });

  it('refuses what is no YAML', async () => {
    const made = await ask('POST', '/api/v1/namespaces/default/configmaps', 'a: [', 'application/yaml');
    expect([made.status, made.body.reason]).toEqual([400, 'BadRequest']);
  });

  it('refuses a field by which a kind cannot be selected', async () => {
    const answer = await ask('GET', '/api/v1/pods?fieldSelector=spec.colour%3Dred');
    expect([answer.status, answer.body.message]).toEqual([400, 'field label not supported: spec.colour']);
  });

  it('creates nothing in a namespace that is missing', async () => {
    const answer = await ask('POST', '/api/v1/namespaces/nowhere/configmaps', { metadata: { name: 'a' } });
    expect([answer.status, answer.body.message]).toEqual([404, 'namespaces "nowhere" not found']);
  });
});
