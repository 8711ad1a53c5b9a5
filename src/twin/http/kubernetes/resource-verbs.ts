import type { WireAnswer } from '../../api/answer.ts';
import type { KubernetesFace } from '../../api/face.ts';
import { type Incoming, json, type Reply, type Stream, toReply } from '../exchange.ts';
import { listQuery } from './list-query.ts';
import type { ResourcePath } from './resource-path.ts';
import { failure, unknownResource } from './status.ts';
import { negotiate } from './tables/negotiate.ts';
import type { Json } from './tables/read.ts';
import { type TableWish, toTable } from './tables/table.ts';
import type { Watches } from './watches.ts';
import { write } from './write-verbs.ts';

/** What requests for objects are answered from. */
export interface Serving {
  readonly face: KubernetesFace;
  readonly watches: Watches;
  /** Model time, for ages. */
  readonly now: () => number;
}

/** A request for a resource, for an object of it, or for a pod's eviction. */
export function answerObject(serving: Serving, path: ResourcePath, incoming: Incoming): Reply | Stream {
  const wish = negotiate(incoming.headers.accept, incoming.query.get('includeObject'));
  if (wish === 'not acceptable') {
    return toReply(failure(406, 'NotAcceptable', 'only the following media types are accepted: application/json'));
  }
  if (isWatch(incoming)) return serving.watches.open(path, incoming.query, wish);
  const answer =
    incoming.method === 'GET' ? read(serving.face, path, incoming.query) : write(serving.face, path, incoming);
  return present(serving, path, answer, wish);
}

const isWatch = ({ method, query }: Incoming): boolean =>
  method === 'GET' && ['true', '1'].includes(query.get('watch') ?? '');

function read(face: KubernetesFace, path: ResourcePath, query: URLSearchParams): WireAnswer {
  if (path.subresource !== undefined) return unknownResource();
  return path.name === undefined ? face.list(listQuery(path, query)) : face.get({ ...path, name: path.name });
}

function present(serving: Serving, path: ResourcePath, answer: WireAnswer, wish: TableWish | 'json'): Reply {
  const body = answer.body as Json;
  if (wish === 'json' || answer.status >= 300 || body.kind === 'Status') {
    return toReply(answer);
  }
  return json(answer.status, toTable(path.resource, body, wish, serving.now()), answer.headers);
}
