import type { ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { type Changes, createChanges } from '#adapters/clock/changes';
import { openKubernetes } from '#adapters/kubernetes/open';
import type { Kubernetes } from '#ports/kubernetes';
import { type Answering, type ApiServer, type Asked, apiServer, bearerLogin, sendJson } from './api-server.ts';

/** A raw API server whose lists have no pods but those given, and whose watches a test writes itself. */
export interface WatchedCluster {
  readonly kubernetes: Kubernetes;
  readonly changes: Changes;
  readonly server: ApiServer;
  readonly login: ReturnType<typeof bearerLogin>;
  /** Names of the pods that a list gives. */
  pods: string[];
  /** The resourceVersion that all lists give. */
  version: string;
  /** Goes first; true when it has answered. */
  instead: (asked: Asked, response: ServerResponse) => boolean;
  /** Writes an event to the watch of a resource: `pods`, `nodes` … */
  event(resource: string, type: string, object: unknown): void;
  /** The requests for this path so far, `watch` or `list`. */
  count(kind: 'watch' | 'list', resource: string): number;
}

export async function watchedCluster(): Promise<WatchedCluster> {
  const watches = new Map<string, ServerResponse>();
  const answer: Answering = (asked, response) => {
    if (cluster.instead(asked, response)) return;
    const { pathname, searchParams } = new URL(asked.url, 'https://api.test');
    const resource = pathname.split('/').at(-1) ?? '';
    if (pathname === '/apis/policy/v1') sendJson(response, 200, { resources: [{ name: 'poddisruptionbudgets' }] });
    else if (searchParams.has('watch')) {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.flushHeaders();
      watches.set(resource, response);
    } else sendJson(response, 200, listOf(resource === 'pods' ? cluster.pods : [], cluster.version));
  };
  const server = await apiServer(answer);
  const changes = createChanges();
  const login = bearerLogin(server);
  const kubernetes = await openKubernetes({ login, changes, environment: {} });
  onTestFinished(() => kubernetes.close());
  const cluster: WatchedCluster = {
    kubernetes,
    changes,
    server,
    login,
    pods: [],
    version: '1',
    instead: () => false,
    event: (resource, type, object) => watches.get(resource)?.write(`${JSON.stringify({ type, object })}\n`),
    count: (kind, resource) =>
      server.asked.filter(
        ({ url }) => url.includes(`/${resource}?`) && url.includes('watch=true') === (kind === 'watch'),
      ).length,
  };
  return cluster;
}

/** A pod as the API serves it, with what stores have to leave out. */
export const rawPod = (name: string, resourceVersion = '1') => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name,
    namespace: 'shop',
    uid: `uid-${name}`,
    resourceVersion,
    managedFields: [{ manager: 'kubectl' }],
    annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{}', kept: 'yes' },
  },
  spec: { containers: [] },
  status: {},
});

const listOf = (names: readonly string[], resourceVersion: string) => ({
  metadata: { resourceVersion },
  items: names.map((name) => rawPod(name)),
});
