import type { WireAnswer } from '../../api/answer.ts';
import type { KubernetesFace } from '../../api/face.ts';
import { keyOf, WITH_STATUS } from '../../model/resources.ts';
import { type Incoming, json, type Reply, type Stream, toReply } from '../exchange.ts';
import { listQuery } from './list-query.ts';
import type { ResourcePath } from './resource-path.ts';
import { answerScale, isScale } from './scale.ts';
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
  const answer = incoming.method === 'GET' ? read(serving.face, path, incoming) : write(serving.face, path, incoming);
  return present(serving, path, answer, wish);
}

const isWatch = ({ method, query }: Incoming): boolean =>
  method === 'GET' && ['true', '1'].includes(query.get('watch') ?? '');

function read(face: KubernetesFace, path: ResourcePath, incoming: Incoming): WireAnswer {
  if (isScale(path)) return answerScale(face, path, incoming, undefined);
  const { subresource, name, ...kind } = path;
  if (name === undefined) return face.list(listQuery(path, incoming.query));
  const isKnown = subresource === undefined || hasStatus(path);
  return isKnown ? face.get({ ...kind, name }) : unknownResource();
}

const hasStatus = ({ group, resource, subresource }: ResourcePath): boolean =>
  subresource === 'status' && WITH_STATUS.has(keyOf(group, resource));

function present(serving: Serving, path: ResourcePath, answer: WireAnswer, wish: TableWish | 'json'): Reply | Stream {
  const body = answer.body as Json;
  if (wish === 'json' || answer.status >= 300 || body.kind === 'Status') {
    return toReply(answer);
  }
  const columns = isScale(path) ? 'scales' : path.resource;
  return json(answer.status, toTable(columns, body, wish, serving.now()), answer.headers);
}
