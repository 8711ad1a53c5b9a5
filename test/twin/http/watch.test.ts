import { request } from 'node:https';
import { KubeConfig, Watch } from '@kubernetes/client-node';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { WatchEvent } from '#twin/api/face';
import type { Served } from '#twin/http/serve-twin';
import { type HandMadeTwin, handMadeTwin } from '../../builders/hand-made-twin.ts';
import { rawRequest } from '../../builders/raw-request.ts';
import { serveForTest } from '../../builders/serve-for-test.ts';

interface Line {
  readonly type: string;
  readonly object: {
    readonly kind?: string;
    readonly code?: number;
    readonly metadata?: Record<string, unknown>;
    readonly columnDefinitions?: unknown;
    readonly rows?: readonly { readonly cells: readonly unknown[] }[];
  };
}

let twin: HandMadeTwin;
let served: Served;

beforeEach(async () => {
  twin = handMadeTwin();
  served = await serveForTest(twin);
});

function pod(name: string, resourceVersion: string): WatchEvent {
  const metadata = { name, resourceVersion };
  return { type: 'MODIFIED', object: { kind: 'Pod', apiVersion: 'v1', metadata, spec: { containers: [{}] } } };
}

/** A watch whose lines are kept; `ended` resolves when the server ends it. */
function watch(
  query: string,
  accept = 'application/json',
): Promise<{ lines: Line[]; ended: Promise<void>; stop: () => void }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${served.token}`, accept };
    const url = `${served.kubernetesUrl}/api/v1/pods?watch=true&${query}`;
    const sent = request(url, { ca: served.caPem, agent: false, headers }, (response) => {
      const lines: Line[] = [];
      let rest = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        const parts = (rest + chunk).split('\n');
        rest = parts.pop() ?? '';
        lines.push(...parts.map((part) => JSON.parse(part)));
      });
      response.on('error', () => undefined);
      const ended = new Promise<void>((end) => response.on('close', end));
      expect(response.statusCode).toBe(200);
      resolve({ lines, ended, stop: () => response.destroy() });
    });
    sent.on('error', reject);
    sent.end();
  });
}

async function control(path: string, body: unknown): Promise<unknown> {
  const headers = { authorization: `Bearer ${served.controlToken}` };
  const answer = await rawRequest(`${served.controlUrl}/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  return JSON.parse(answer.text);
}

const until = (isTrue: () => boolean) => expect.poll(isTrue, { interval: 5, timeout: 5000 }).toBe(true);

describe('a watch', () => {
  it('gives each change as a line', async () => {
    const { lines } = await watch('resourceVersion=10&fieldSelector=spec.nodeName%3Da');
    twin.change(pod('web-0', '11'));
    twin.change(pod('web-1', '12'));
    await until(() => lines.length === 2);
    expect(lines.map((line) => [line.type, line.object.metadata?.name])).toEqual([
      ['MODIFIED', 'web-0'],
      ['MODIFIED', 'web-1'],
    ]);
    const asked = twin.asked.find(({ verb }) => verb === 'watch');
    expect(asked?.args[0]).toEqual({
      group: '',
      version: 'v1',
      resource: 'pods',
      fieldSelector: 'spec.nodeName=a',
      resourceVersion: '10',
    });
  });

  it('says with an ERROR event that a resourceVersion is too old', async () => {
    twin.answers.watch = { status: 410, body: { kind: 'Status', reason: 'Expired', code: 410 } };
    const { lines, ended } = await watch('resourceVersion=1');
    await ended;
    expect(lines).toEqual([{ type: 'ERROR', object: { kind: 'Status', reason: 'Expired', code: 410 } }]);
  });

  it('of an unknown resource is refused at once', async () => {
    twin.answers.watch = { status: 404, body: { kind: 'Status', reason: 'NotFound', code: 404 } };
    const headers = { authorization: `Bearer ${served.token}` };
    const answer = await rawRequest(`${served.kubernetesUrl}/api/v1/nothings?watch=1`, { ca: served.caPem, headers });
    expect([answer.status, JSON.parse(answer.text).reason]).toEqual([404, 'NotFound']);
  });

  it('ends after its timeoutSeconds', async () => {
    const { ended } = await watch('timeoutSeconds=1');
    await ended;
    await until(() => twin.watching() === 0);
  });

  it('stops in the twin when the client goes', async () => {
    const { stop } = await watch('');
    expect(twin.watching()).toBe(1);
    stop();
    await until(() => twin.watching() === 0);
  });

  it('gives tables of one row, the columns with the first of them only', async () => {
    const { lines } = await watch('', 'application/json;as=Table;v=v1;g=meta.k8s.io');
    twin.change(pod('web-0', '11'));
    twin.change(pod('web-0', '12'));
    await until(() => lines.length === 2);
    expect(lines.map(({ object }) => [object.kind, object.rows?.length, object.columnDefinitions === null])).toEqual([
      ['Table', 1, false],
      ['Table', 1, true],
    ]);
    expect(lines[0]?.object.rows?.[0]?.cells.slice(0, 3)).toEqual(['web-0', '0/1', 'Unknown']);
  });

  it('is understood by the Watch of @kubernetes/client-node', async () => {
    const config = new KubeConfig();
    config.loadFromFile(served.kubeconfig);
    const seen: string[] = [];
    const watching = await new Watch(config).watch(
      '/api/v1/pods',
      {},
      (type, it) => seen.push(`${type} ${it.metadata.name}`),
      () => undefined,
    );
    onTestFinished(() => watching.abort());
    twin.change(pod('web-0', '11'));
    await until(() => seen.length === 1);
    expect(seen).toEqual(['MODIFIED web-0']);
  });
});

describe('bookmarks', () => {
  it('tell a watch that it has caught up, before the clock answers', async () => {
    const all = await watch('resourceVersion=10&allowWatchBookmarks=true');
    const none = await watch('resourceVersion=10');
    twin.time.at(twin.time.now() + 1000, () =>
      twin.change({ type: 'ADDED', object: { metadata: { resourceVersion: '11' } } }),
    );
    twin.time.at(twin.time.now() + 2000, () => {
      // Something that no pod watch sees: only the newest version moves on.
      twin.face.kubernetes.resourceVersion = () => '12';
    });
    const start = twin.time.now();
    expect(await control('clock', { until: start + 9000, seen: '10' })).toEqual({
      now: start + 1000,
      resourceVersion: '11',
    });
    expect(await control('clock', { until: start + 9000, seen: '11' })).toEqual({
      now: start + 2000,
      resourceVersion: '12',
    });
    await until(() => all.lines.length === 2);
    expect(all.lines[1]).toEqual({
      type: 'BOOKMARK',
      object: { kind: 'Pod', apiVersion: 'v1', metadata: { resourceVersion: '12', creationTimestamp: null } },
    });
    expect(none.lines.map((line) => line.type)).toEqual(['ADDED']);
  });

  it('come to a runner whose watches are behind, and time stays', async () => {
    const { lines } = await watch('resourceVersion=8&allowWatchBookmarks=true');
    const start = twin.time.now();
    expect(await control('clock', { until: start + 9000, seen: '8' })).toEqual({ now: start, resourceVersion: '10' });
    await until(() => lines.length === 1);
    expect(lines[0]?.object.metadata?.resourceVersion).toBe('10');
  });
});
