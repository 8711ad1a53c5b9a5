import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createCertificates } from '#twin/http/certificates';
import type { SeenPod } from './seen-pod.ts';

export interface LogServer {
  readonly port: number;
  close(): Promise<void>;
}

/** A line of a container's log. */
export interface LogLine {
  /** RFC 3339. */
  readonly at: string;
  readonly text: string;
}

/** Serves `GET /containerLogs/<namespace>/<pod>/<container>` of all nodes on a free port of loopback, as kubelets do. */
export async function serveLogs(find: (namespace: string, name: string) => SeenPod | undefined): Promise<LogServer> {
  const { cert, key } = await createCertificates();
  const server = createServer({ cert, key }, (request, response) => answer(request, response, find));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { port: (server.address() as AddressInfo).port, close };
}

function answer(request: IncomingMessage, response: ServerResponse, find: Parameters<typeof serveLogs>[0]): void {
  response.on('error', () => undefined);
  const { pathname, searchParams } = new URL(request.url ?? '/', 'https://127.0.0.1');
  const [, root, namespace = '', name = '', container = ''] = pathname.split('/');
  const pod = root === 'containerLogs' ? find(namespace, name) : undefined;
  const isThere = pod?.spec.containers.some((it) => it.name === container);
  if (pod === undefined || !isThere) {
    response
      .writeHead(404, { 'Content-Type': 'text/plain' })
      .end(`container ${container} of ${namespace}/${name} not found\n`);
    return;
  }
  response.writeHead(200, { 'Content-Type': 'text/plain', 'Transfer-Encoding': 'chunked' });
  response.write(logText(logOf(pod, container), searchParams));
  // Who follows a log stays until one of the two sides goes.
  if (searchParams.get('follow') !== 'true') response.end();
}

/** The log that a container of this pod would have written. */
export function logOf(pod: SeenPod, container: string): readonly LogLine[] {
  const started = pod.status.startTime;
  const ready = pod.status.conditions?.find((it) => it.type === 'ContainersReady' && it.status === 'True');
  return [
    ...(started === undefined ? [] : [{ at: started, text: `${container} of ${pod.metadata.name} started` }]),
    ...(ready?.lastTransitionTime === undefined
      ? []
      : [{ at: ready.lastTransitionTime, text: `${container} is ready` }]),
  ];
}

/** The lines as `tailLines` and `timestamps` of the query ask for them. */
export function logText(lines: readonly LogLine[], query: URLSearchParams): string {
  const tail = query.get('tailLines');
  const wanted = tail === null ? lines : lines.slice(Math.max(0, lines.length - Number(tail)));
  const isStamped = query.get('timestamps') === 'true';
  return wanted.map(({ at, text }) => `${isStamped ? `${at} ` : ''}${text}\n`).join('');
}
