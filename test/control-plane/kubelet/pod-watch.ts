import type { Connection } from '#adapters/kubernetes/connection';
import { listAll } from '#adapters/kubernetes/lists';
import { eventsOf, type WatchEvent } from '#adapters/kubernetes/watch-event';
import { pauseOf } from './requests.ts';
import type { SeenPod } from './seen-pod.ts';

/** A connection that brings nothing for so long is taken for dead, ms: servers send a bookmark about every minute. */
const SILENCE = 150_000;
/** Pods that have a node. */
const BOUND = 'spec.nodeName!=';

export interface PodListener {
  /** All pods that there are, now. */
  listed(pods: readonly SeenPod[]): void;
  seen(pod: SeenPod): void;
  gone(pod: SeenPod): void;
}

/** Lists and watches the bound pods of all nodes until `closed`: goes on from the last version, and lists anew when the server has forgotten it. */
export async function watchPods(connection: Connection, listener: PodListener, closed: AbortSignal): Promise<void> {
  let version: string | null = null;
  for (let failures = 0; !closed.aborted; ) {
    version ??= await list(connection, listener);
    const before = version;
    if (version !== null) version = await follow(connection, listener, version, closed);
    failures = version !== null && version !== before ? 0 : failures + 1;
    if (failures > 0) await pauseOf(failures - 1, closed);
  }
}

async function list(connection: Connection, listener: PodListener): Promise<string | null> {
  const answer = await listAll(connection, '/api/v1/pods', { fieldSelector: BOUND });
  if (answer.kind !== 'value') return null;
  listener.listed(answer.value.items as unknown as readonly SeenPod[]);
  return answer.value.resourceVersion;
}

/** Follows one watch to its end; the version to go on from, null when the server does not know it any more. */
async function follow(
  connection: Connection,
  listener: PodListener,
  from: string,
  closed: AbortSignal,
): Promise<string | null> {
  const query = new URLSearchParams({
    watch: 'true',
    allowWatchBookmarks: 'true',
    timeoutSeconds: '290',
    fieldSelector: BOUND,
  });
  query.set('resourceVersion', from);
  const started = await connection.stream(`/api/v1/pods?${query}`);
  if (started.kind === 'refused') return started.status === 410 ? null : from;
  if (started.kind === 'unknown') return from;
  const { response, finished } = started.value;
  finished();
  const end = () => response.destroy();
  closed.addEventListener('abort', end, { once: true });
  // All may have been closed while the head was on its way.
  if (closed.aborted) end();
  response.setTimeout(SILENCE, end);
  let version: string | null = from;
  try {
    for await (const event of eventsOf(response)) {
      version = take(event, listener);
      if (version === null) break;
    }
  } catch {
    // The connection broke: the next one goes on where this one ended.
  } finally {
    closed.removeEventListener('abort', end);
    response.destroy();
  }
  return version;
}

function take(event: WatchEvent | null, listener: PodListener): string | null {
  if (event === null || event.type === 'ERROR') return null;
  const pod = event.object as unknown as SeenPod;
  if (event.type === 'DELETED') listener.gone(pod);
  else if (event.type !== 'BOOKMARK') listener.seen(pod);
  return pod.metadata.resourceVersion;
}
