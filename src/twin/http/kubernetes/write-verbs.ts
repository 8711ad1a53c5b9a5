import type { WireAnswer } from '../../api/answer.ts';
import type { KubernetesFace, ObjectName } from '../../api/face.ts';
import { applyPatch } from '../../api/kubernetes/patch.ts';
import { type Incoming, parseJson } from '../exchange.ts';
import { parseProtobuf } from './protobuf-body.ts';
import type { ResourcePath } from './resource-path.ts';
import { failure, methodNotAllowed, unknownResource } from './status.ts';

/** A request that changes something: create, replace, patch, delete, or a pod's eviction. */
export function write(face: KubernetesFace, path: ResourcePath, incoming: Incoming): WireAnswer {
  const body = mediaType(incoming) === PROTOBUF ? parseProtobuf(incoming.bytes) : parseJson(incoming.text);
  if (body === undefined) return unreadable(incoming);
  if (isEviction(path, incoming.method)) return evict(face, path, incoming.query, body);
  if (path.subresource !== undefined) return unknownResource();
  if (incoming.query.has('dryRun')) return tryOut(face, path, incoming, body);
  return path.name === undefined
    ? writeCollection(face, path, incoming.method, body)
    : writeObject(face, { ...path, name: path.name }, incoming, body);
}

function writeCollection(face: KubernetesFace, path: ResourcePath, method: string, body: unknown): WireAnswer {
  return method === 'POST' ? face.create(path, body) : methodNotAllowed();
}

function writeObject(face: KubernetesFace, name: ObjectName, incoming: Incoming, body: unknown): WireAnswer {
  switch (incoming.method) {
    case 'PUT':
      return face.replace(name, body);
    case 'PATCH':
      return face.patch(name, mediaType(incoming), body);
    case 'DELETE':
      return face.remove(name, { ...deleteOptions(incoming.query), ...(body as object) });
    default:
      return methodNotAllowed();
  }
}

const isEviction = ({ group, resource, name, subresource }: ResourcePath, method: string): boolean =>
  method === 'POST' && group === '' && resource === 'pods' && name !== undefined && subresource === 'eviction';

function evict(face: KubernetesFace, path: ResourcePath, query: URLSearchParams, body: unknown): WireAnswer {
  const name = { namespace: path.namespace ?? '', name: path.name ?? '' };
  return face.evict(name, body, query.getAll('dryRun').includes('All'));
}

/** Options of a delete may come in the query as well; those in the body win. */
function deleteOptions(query: URLSearchParams): Record<string, unknown> {
  const grace = query.get('gracePeriodSeconds');
  const policy = query.get('propagationPolicy');
  return {
    ...(grace === null ? {} : { gracePeriodSeconds: Number(grace) }),
    ...(policy === null ? {} : { propagationPolicy: policy }),
  };
}

const PROTOBUF = 'application/vnd.kubernetes.protobuf';

const mediaType = ({ headers }: Incoming): string => (headers['content-type'] ?? '').split(';')[0]?.trim() ?? '';

function unreadable(incoming: Incoming): WireAnswer {
  const type = mediaType(incoming);
  return type === '' || type.includes('json')
    ? failure(400, 'BadRequest', 'the object provided is unrecognized (must be of type JSON)')
    : failure(
        415,
        'UnsupportedMediaType',
        `the body of the request was in an unknown format - accepted media types include: application/json`,
      );
}

/** What a change would give, without making it: evictions (above) and patches only, so that nothing is changed by mistake. */
function tryOut(face: KubernetesFace, path: ResourcePath, incoming: Incoming, body: unknown): WireAnswer {
  if (incoming.method !== 'PATCH' || path.name === undefined) {
    return failure(400, 'BadRequest', 'the twin plays dryRun for evictions and patches only');
  }
  const found = face.get({ ...path, name: path.name });
  const result = found.status === 200 ? applyPatch(found.body, mediaType(incoming), body) : null;
  if (result === null) return found;
  return result.kind === 'patched'
    ? { status: 200, body: result.object }
    : failure(result.status, 'BadRequest', result.message);
}
