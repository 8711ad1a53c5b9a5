import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { type ApiServer, apiServer, sendJson } from '../../builders/api-server.ts';
import { aSeenPod } from './a-seen-pod.ts';
import { watchPods } from './pod-watch.ts';
import { openRequests } from './requests.ts';

const podAt = (resourceVersion: string, name = 'web-1') => aSeenPod({ metadata: { name, resourceVersion } });
const sendList = (response: ServerResponse, resourceVersion: string, ...items: object[]) =>
  sendJson(response, 200, { kind: 'PodList', metadata: { resourceVersion }, items });

/** Sends the events and ends the watch; without any it stays open. */
function sendEvents(response: ServerResponse, ...events: object[]): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  if (events.length > 0) response.end(events.map((it) => `${JSON.stringify(it)}\n`).join(''));
  else response.flushHeaders();
}

async function watched(server: ApiServer) {
  const requests = await openRequests(server.url, server.ca, 'secret');
  const told: string[] = [];
  const over = watchPods(
    requests.connection,
    {
      listed: (pods) => told.push(`listed ${pods.map((it) => it.metadata.name).join(' ')}`),
      seen: (pod) => told.push(`seen ${pod.metadata.name}`),
      gone: (pod) => told.push(`gone ${pod.metadata.name}`),
    },
    requests.closed,
  );
  onTestFinished(async () => {
    requests.close();
    await over;
  });
  return told;
}

const isWatch = (url: string) => url.includes('watch=true');
const versionsAsked = (server: ApiServer) =>
  server.asked
    .filter((it) => isWatch(it.url))
    .map((it) => new URLSearchParams(it.url.split('?')[1]).get('resourceVersion'));

test('a watch that ended goes on from its last version', async () => {
  let watches = 0;
  const server = await apiServer(({ url }, response) => {
    if (!isWatch(url)) return sendList(response, '5', podAt('3'));
    watches++;
    if (watches > 1) return sendEvents(response);
    const bookmark = { metadata: { name: '', resourceVersion: '9' } };
    sendEvents(response, { type: 'DELETED', object: podAt('8') }, { type: 'BOOKMARK', object: bookmark });
  });
  const told = await watched(server);
  await expect.poll(() => versionsAsked(server)).toEqual(['5', '9']);
  expect(told).toEqual(['listed web-1', 'gone web-1']);
});

test('a version that the server has forgotten leads to a new list', async () => {
  let lists = 0;
  const gone = { kind: 'Status', code: 410, reason: 'Expired' };
  const server = await apiServer(({ url }, response) => {
    if (!isWatch(url)) {
      lists++;
      return sendList(response, String(lists * 10), podAt('1', `web-${lists}`));
    }
    if (lists === 1) sendEvents(response, { type: 'ERROR', object: gone });
    else sendEvents(response);
  });
  const told = await watched(server);
  await expect.poll(() => versionsAsked(server)).toEqual(['10', '20']);
  expect(told).toEqual(['listed web-1', 'listed web-2']);
});

test('a server that answers with errors is asked again until it answers', async () => {
  let asked = 0;
  const server = await apiServer(({ url }, response) => {
    asked++;
    if (asked < 4) return sendJson(response, 503, { kind: 'Status', code: 503, reason: 'ServiceUnavailable' });
    if (!isWatch(url)) return sendList(response, '5', podAt('3'));
    sendEvents(response);
  });
  const told = await watched(server);
  await expect.poll(() => told, { timeout: 5_000 }).toEqual(['listed web-1']);
});

test('a watch that begins when all is closed already ends at once', async () => {
  let watches = 0;
  const server = await apiServer(({ url }, response) => {
    if (!isWatch(url)) return sendList(response, '5');
    watches++;
    // The first one is cut by closing, and a GET that was cut is asked once more.
    if (watches > 1) sendEvents(response);
  });
  const requests = await openRequests(server.url, server.ca, 'secret');
  const nothing = { listed: () => {}, seen: () => {}, gone: () => {} };
  const over = watchPods(requests.connection, nothing, requests.closed);
  await expect.poll(() => watches).toBe(1);
  requests.close();
  await over;
  expect(watches).toBe(2);
});
