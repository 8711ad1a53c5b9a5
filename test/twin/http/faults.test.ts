import { request } from 'node:https';
import { describe, expect, it } from 'vitest';
import type { Served } from '#twin/http/serve-twin';
import type { ScenarioInput } from '#twin/scenario/schema';
import { ekstestTwin } from '../../builders/ekstest.ts';
import { type RawAnswer, rawRequest } from '../../builders/raw-request.ts';
import { serveForTest } from '../../builders/serve-for-test.ts';

type Fault = NonNullable<NonNullable<ScenarioInput['faults']>['answers']>[number];

const SIGNED = { authorization: 'AWS4-HMAC-SHA256 Credential=test' };
const RESETS = { code: 'ECONNRESET' };

const serve = async (...answers: Fault[]) => {
  const twin = ekstestTwin((draft) => {
    draft.faults.answers = answers as never;
  });
  return { twin, served: await serveForTest(twin) };
};

const control = async ({ controlUrl, controlToken }: Served, method: string, path: string, body: object = {}) => {
  const headers = { authorization: `Bearer ${controlToken}` };
  const answer = await rawRequest(`${controlUrl}/${path}`, { method, headers, body: JSON.stringify(body) });
  return { status: answer.status, body: JSON.parse(answer.text) };
};

const eks = ({ awsUrl }: Served, method = 'GET', path = '/clusters/ekstest', body = ''): Promise<RawAnswer> =>
  rawRequest(awsUrl + path, { method, headers: SIGNED, body });

const kubernetes = ({ kubernetesUrl, caPem, token }: Served, path: string): Promise<RawAnswer> =>
  rawRequest(kubernetesUrl + path, { ca: caPem, headers: { authorization: `Bearer ${token}` } });

/** A watch on a connection of its own: the head of its answer, what it tells, how it ends. */
function watch({ kubernetesUrl, caPem, token }: Served, path: string) {
  const lines: string[] = [];
  const sent = request(kubernetesUrl + path, {
    ca: caPem,
    headers: { authorization: `Bearer ${token}` },
    agent: false,
  });
  const status = new Promise<number>((resolve) => {
    sent.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      response.on('data', (chunk) => lines.push(...String(chunk).trim().split('\n')));
      response.on('error', () => undefined);
    });
  });
  sent.on('error', () => undefined);
  const ended = new Promise<void>((resolve) => sent.on('close', resolve));
  sent.end();
  return { status, lines, ended };
}

const moment = (): Promise<'pending'> => new Promise((resolve) => setTimeout(() => resolve('pending'), 100));

describe('an answer that is lost over HTTP', () => {
  it('reset: the connection is cut without an answer', async () => {
    const { served } = await serve({ of: ['eks:DescribeCluster'], give: 'reset' });
    await expect(eks(served)).rejects.toMatchObject(RESETS);
  });

  it('half: the head promises all of the real answer, and the connection ends in the middle of it', async () => {
    const { served } = await serve({ of: ['eks:DescribeCluster'], give: 'half', times: 1 });
    await expect(eks(served)).rejects.toMatchObject({ ...RESETS, message: 'aborted' });
    expect((await eks(served)).status).toBe(200);
  });

  it.each([
    ['EKS', 'eks:DescribeCluster', (served: Served) => eks(served)],
    ['Kubernetes', 'k8s:list nodes', (served: Served) => kubernetes(served, '/api/v1/nodes')],
  ])('html: 502 and a page that nobody has asked %s for', async (_, of, ask) => {
    const { served } = await serve({ of: [of], give: 'html' });
    const { status, headers, text } = await ask(served);
    expect([status, headers['content-type'], headers.server]).toEqual([502, 'text/html', 'awselb/2.0']);
    expect(text).toMatch(/^<html>/);
    expect(headers).not.toHaveProperty('x-kubernetes-pf-flowschema-uid');
  });

  it('hang: there is no answer, and everybody else gets theirs', async () => {
    const { served } = await serve({ of: ['eks:DescribeCluster'], give: 'hang' });
    const asked = eks(served).catch(() => 'cut');
    expect(await Promise.race([asked, moment()])).toBe('pending');
    expect((await kubernetes(served, '/version')).status).toBe(200);
    await served.close();
    expect(await asked).toBe('cut');
  });

  it('a change that is performed is done although nobody hears of it', async () => {
    const { served, twin } = await serve({ of: ['eks:UpdateClusterVersion'], give: 'half', performed: true });
    const update = () =>
      eks(served, 'POST', '/clusters/ekstest/updates', '{"version":"1.21","clientRequestToken":"t"}');
    await expect(update()).rejects.toMatchObject(RESETS);
    expect(twin.journal.writes()).toMatchObject([{ status: 200, fault: 'half' }]);
    expect((await eks(served)).text).toContain('"status":"UPDATING"');
  });
});

describe('a refusal', () => {
  it('of STS is in the shape of its query API', async () => {
    const give = {
      status: 403,
      code: 'ExpiredToken',
      message: 'The security token included in the request is expired',
    };
    const { served } = await serve({ of: ['sts:GetCallerIdentity'], give, times: 1 });
    const ask = () => rawRequest(served.awsUrl, { method: 'POST', headers: SIGNED, body: 'Action=GetCallerIdentity' });
    const { status, text } = await ask();
    expect(status).toBe(403);
    expect(text).toContain(
      `<Error><Type>Sender</Type><Code>ExpiredToken</Code><Message>${give.message}</Message></Error>`,
    );
    expect((await ask()).text).toContain('<Account>111122223333</Account>');
  });

  it('of Kubernetes is a Status, with the headers of the scenario', async () => {
    const give = { status: 429, code: 'TooManyRequests', message: 'slow down', headers: { 'retry-after': '3' } };
    const { served } = await serve({ of: ['k8s:list *'], give });
    const { status, headers, text } = await kubernetes(served, '/api/v1/nodes');
    expect([status, headers['retry-after']]).toEqual([429, '3']);
    expect(JSON.parse(text)).toMatchObject({
      kind: 'Status',
      reason: 'TooManyRequests',
      details: { retryAfterSeconds: 3 },
    });
  });
});

describe('watches when the API server goes away', () => {
  const AWAY: Fault = { of: ['k8s:*'], begins: { with: 'eks:DescribeCluster' }, lasts: '2m', give: 'reset' };
  const PODS = '/api/v1/pods?watch=true&allowWatchBookmarks=true';

  it('what was told before arrives, then they are cut; nobody waits for what they would tell', async () => {
    const { served, twin } = await serve(AWAY);
    const open = watch(served, PODS);
    expect(await open.status).toBe(200);
    await eks(served);
    await open.ended;
    expect(open.lines.length).toBeGreaterThan(0);
    expect((await control(served, 'GET', 'now')).body.resourceVersion).toBe('0');
    twin.time.tick(twin.time.now() + 120_000);
    expect((await control(served, 'GET', 'now')).body.resourceVersion).not.toBe('0');
  });

  it('who opens one again hears at once up to when it has heard everything', async () => {
    const { served, twin } = await serve();
    const from = twin.face.kubernetes.resourceVersion();
    twin.faults.happen({
      call: 'k8s:create configmaps',
      of: { namespace: 'default' },
      body: { metadata: { name: 'a' } },
    });
    const open = watch(served, `${PODS}&resourceVersion=${from}`);
    await open.status;
    await moment();
    expect(open.lines.map((line) => JSON.parse(line))).toMatchObject([
      { type: 'BOOKMARK', object: { metadata: { resourceVersion: twin.face.kubernetes.resourceVersion() } } },
    ]);
  });

  it('one that is never answered is cut when the fault ends', async () => {
    const { served } = await serve({ of: ['k8s:watch *'], give: 'hang' });
    const open = watch(served, PODS);
    expect(await Promise.race([open.ended, moment()])).toBe('pending');
    await control(served, 'POST', 'mend');
    await open.ended;
  });
});

describe('the control endpoints of faults', () => {
  it('POST mend ends what goes wrong', async () => {
    const { served } = await serve({ of: ['*'], give: 'reset' });
    await expect(eks(served)).rejects.toMatchObject(RESETS);
    expect((await control(served, 'POST', 'mend')).status).toBe(200);
    expect((await eks(served)).status).toBe(200);
  });

  const WHAT = { set: { nodegroup: 'managed-ng-20', status: 'DEGRADED' } };

  it.each([[WHAT], [{ what: WHAT }]])('POST happen with %j lets it happen', async (body) => {
    const { served } = await serve();
    expect(await control(served, 'POST', 'happen', body)).toMatchObject({ status: 200 });
    expect((await eks(served, 'GET', '/clusters/ekstest/node-groups/managed-ng-20')).text).toContain('DEGRADED');
  });

  it('POST happen says what it wanted, and when there is nothing to happen to', async () => {
    const { served } = await serve();
    expect(await control(served, 'POST', 'happen', { what: { explode: true } })).toMatchObject({ status: 400 });
    expect(await control(served, 'POST', 'happen', { set: { addon: 'none' } })).toMatchObject({
      status: 404,
      body: { message: 'there is no add-on none' },
    });
  });
});
