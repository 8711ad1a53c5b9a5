import type { Handle, Incoming, Reply, Stream } from './exchange.ts';
import { parseResourcePath } from './kubernetes/resource-path.ts';

/** A request to AWS or Kubernetes, counted on arrival. */
export interface NumberedRequest {
  /** From 1, over both servers. */
  readonly request: number;
  /** From 1 among the requests that want to change something, refused ones included; null for the others. */
  readonly mutating: number | null;
  readonly method: string;
  readonly path: string;
  readonly socket: Incoming['socket'];
}

/** How many requests there have been. */
export interface RequestCounts {
  readonly requests: number;
  readonly mutating: number;
}

/** Called for each request; waits before or after `act` to hold it. */
export type AroundRequest = (it: NumberedRequest, act: () => Promise<Reply | Stream>) => Promise<Reply | Stream>;

export interface NumberedRequests {
  readonly numbered: (handle: Handle) => Handle;
  readonly counts: () => RequestCounts;
}

/** Numbers every request to AWS and to Kubernetes in the order of arrival. */
export function numberedRequests(around: AroundRequest): NumberedRequests {
  let [requests, mutating] = [0, 0];
  const numbered = (handle: Handle) => (incoming: Incoming) => {
    requests += 1;
    if (isMutating(incoming)) mutating += 1;
    const { method, path, socket } = incoming;
    const it = { request: requests, mutating: isMutating(incoming) ? mutating : null, method, path, socket };
    return around(it, async () => handle(incoming));
  };
  return { numbered, counts: () => ({ requests, mutating }) };
}

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Not by the method alone: the query APIs (at `/`) only read here, as does the list of insights, reviews of rights store nothing, and a dry run changes nothing. */
function isMutating({ method, segments, query }: Incoming): boolean {
  if (READS.has(method) || segments.length === 0 || isListOfInsights(segments) || query.has('dryRun')) return false;
  return parseResourcePath(segments)?.resource !== 'selfsubjectaccessreviews';
}

const isListOfInsights = ([first, , third, ...rest]: readonly string[]): boolean =>
  first === 'clusters' && third === 'insights' && rest.length === 0;
