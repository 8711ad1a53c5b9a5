import type { EksFace } from '../../api/face.ts';
import { type Incoming, json, parseJson, type Reply, type Stream, toReply } from '../exchange.ts';
import { findEksRoute } from './eks-routes.ts';

/** One call of the EKS REST API: names from the path, the rest from query and JSON body, the answer as the face gives it. */
export function handleEks(eks: EksFace, incoming: Incoming): Reply | Stream {
  const route = findEksRoute(incoming.method, incoming.segments);
  if (route === null) return eksError(404, 'UnknownOperationException', 'The requested operation is not known');
  const body = parseJson(incoming.text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return eksError(400, 'SerializationException', 'The body of the request is no JSON object');
  }
  return toReply(eks[route.operation]({ ...body, ...queryMembers(incoming.query), ...route.names }));
}

/** An error that the front of the service gives, before any operation is looked at. */
export const eksError = (status: number, type: string, message: string): Reply =>
  json(status, { message }, { 'x-amzn-ErrorType': type });

// Members that travel in the query and are not single strings.
const NUMBERS = new Set(['maxResults']);
const LISTS = new Set(['types', 'publishers', 'owners', 'include']);

function queryMembers(query: URLSearchParams): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const key of new Set(query.keys())) {
    if (LISTS.has(key)) members[key] = query.getAll(key);
    else members[key] = NUMBERS.has(key) ? Number(query.get(key)) : query.get(key);
  }
  return members;
}
