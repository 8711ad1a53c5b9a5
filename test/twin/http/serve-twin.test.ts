import { stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { dirname } from 'node:path';
import { KubeConfig } from '@kubernetes/client-node';
import { describe, expect, it } from 'vitest';
import { type Served, serveTwin } from '#twin/http/serve-twin';
import { startLine } from '#twin/http/start-line';
import { handMadeTwin } from '../../builders/hand-made-twin.ts';
import { type RawAnswer, rawRequest } from '../../builders/raw-request.ts';
import { serveForTest } from '../../builders/serve-for-test.ts';

const SECOND = 1000;

const control = ({ controlUrl, controlToken }: Served, method: string, path: string, body = ''): Promise<RawAnswer> =>
  rawRequest(`${controlUrl}/${path}`, { method, body, headers: { authorization: `Bearer ${controlToken}` } });

describe('a served twin', () => {
  it('tells the twin its endpoint and certificate authority', async () => {
    const twin = handMadeTwin();
    const served = await serveForTest(twin);
    expect(twin.endpoint.url).toBe(served.kubernetesUrl);
    expect(Buffer.from(twin.endpoint.certificateAuthority, 'base64').toString()).toBe(served.caPem);
    expect(served.caPem).toMatch(/^-----BEGIN CERTIFICATE-----/);
  });

  it('writes a kubeconfig that nobody else can read', async () => {
    const served = await serveForTest(handMadeTwin());
    expect((await stat(served.kubeconfig)).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(served.kubeconfig))).mode & 0o777).toBe(0o700);
    const config = new KubeConfig();
    config.loadFromFile(served.kubeconfig);
    expect(config.getCurrentCluster()).toMatchObject({ name: 'ekstest', server: served.kubernetesUrl });
    expect(config.getCurrentUser()?.token).toBe(served.token);
  });

  it('listens on the loopback interface only', async () => {
    const served = await serveForTest(handMadeTwin());
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((it) => it?.internal === false && it.family === 'IPv4');
    const refused = (host: string, port: number) =>
      new Promise<boolean>((resolve) => {
        const socket = connect({ host, port }, () => resolve(false));
        socket.on('error', () => resolve(true));
        socket.on('close', () => socket.destroy());
      });
    for (const url of [served.awsUrl, served.kubernetesUrl]) {
      expect(new URL(url).hostname).toBe('127.0.0.1');
      if (outside !== undefined) expect(await refused(outside.address, Number(new URL(url).port))).toBe(true);
    }
  });

  it('is told about in one line of JSON', async () => {
    const served = await serveForTest(handMadeTwin());
    const line = startLine(served, 'consent');
    expect(line).not.toContain('\n');
    expect(JSON.parse(line)).toMatchObject({ awsUrl: served.awsUrl, kubeconfig: served.kubeconfig, clock: 'consent' });
  });

  it('cuts open watches and connections when it closes', async () => {
    const twin = handMadeTwin();
    const served = await serveForTest(twin);
    const headers = { authorization: `Bearer ${served.token}` };
    const watching = rawRequest(`${served.kubernetesUrl}/api/v1/pods?watch=true`, { ca: served.caPem, headers });
    const outcome = watching.then(
      () => 'ended',
      () => 'cut',
    );
    await expect.poll(() => twin.watching()).toBe(1);
    await served.close();
    expect(['ended', 'cut']).toContain(await outcome);
    expect(twin.watching()).toBe(0);
    await expect(rawRequest(served.awsUrl)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('the control endpoints', () => {
  it.each([
    'GET /now',
    'GET /journal',
    'POST /move',
    'POST /clock',
    'POST /leave',
    'GET /requests',
    'POST /hold',
    'POST /release',
  ])('%s wants the control token', async (endpoint) => {
    const served = await serveForTest(handMadeTwin());
    const [method = '', path = ''] = endpoint.split(' ');
    const headers = { authorization: `Bearer ${served.token}` };
    expect((await rawRequest(served.controlUrl + path, { method, headers })).status).toBe(401);
  });

  it('tell the present and the journal', async () => {
    const twin = handMadeTwin();
    const served = await serveForTest(twin);
    const now = await control(served, 'GET', 'now');
    expect(JSON.parse(now.text)).toEqual({ now: twin.time.now(), resourceVersion: '10' });
    expect(JSON.parse((await control(served, 'GET', 'journal')).text)).toEqual(twin.asked);
  });

  it('move time for tests, through all that happens until then', async () => {
    const twin = handMadeTwin();
    const served = await serveForTest(twin);
    const happened: number[] = [];
    const start = twin.time.now();
    for (const after of [1, 2, 3]) twin.time.at(start + after * SECOND, () => happened.push(after));
    const answer = await control(served, 'POST', 'move', JSON.stringify({ to: start + 2 * SECOND }));
    expect(JSON.parse(answer.text)).toMatchObject({ now: start + 2 * SECOND });
    expect(happened).toEqual([1, 2]);
  });

  it.each([
    ['clock', '{"until":"soon"}'],
    ['clock', '{"until":1,"seen":"x"}'],
    ['clock', '{'],
    ['move', '{}'],
  ])('refuse at %s the body %s', async (path, body) => {
    const served = await serveForTest(handMadeTwin());
    expect((await control(served, 'POST', path, body)).status).toBe(400);
  });

  it('let time go on when the connection of another runner has ended', async () => {
    const twin = handMadeTwin();
    const served = await serveForTest(twin);
    const start = twin.time.now();
    const wait = (runner: string, until: number) =>
      control(served, 'POST', 'clock', JSON.stringify({ runner, until, seen: null }));
    await wait('killed', start);
    expect(JSON.parse((await wait('alive', start + SECOND)).text)).toMatchObject({ now: start + SECOND });
  });
});

describe('a twin that follows the wall clock', () => {
  it('lets things happen by themselves, as fast as in reality', async () => {
    const twin = handMadeTwin();
    const start = twin.time.now();
    let happenedAt = 0;
    twin.time.at(start + 50, () => {
      happenedAt = twin.time.now();
    });
    await serveForTest(twin, { clock: 'wall' });
    await expect.poll(() => happenedAt, { interval: 10 }).toBe(start + 50);
  });

  it('gives no time by consent', async () => {
    const served = await serveForTest(handMadeTwin(), { clock: 'wall' });
    expect((await control(served, 'POST', 'clock', '{"until":1,"seen":null}')).status).toBe(409);
  });

  it('runs on from where a test has moved it', async () => {
    const twin = handMadeTwin();
    const served = await serveForTest(twin, { clock: 'wall' });
    const to = twin.time.now() + 3600 * SECOND;
    const answer = JSON.parse((await control(served, 'POST', 'move', JSON.stringify({ to }))).text);
    expect(answer.now).toBeGreaterThanOrEqual(to);
    expect(answer.now).toBeLessThan(to + 60 * SECOND);
  });

  it('stands still after it was closed', async () => {
    const twin = handMadeTwin();
    const served = await serveTwin(twin, {
      clock: 'wall',
      folder: dirname((await serveForTest(handMadeTwin())).kubeconfig),
    });
    await served.close();
    const then = twin.time.now();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(twin.time.now()).toBe(then);
  });
});
