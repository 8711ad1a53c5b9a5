import type { WireAnswer } from '../../api/answer.ts';
import type { KubernetesFace, ObjectName } from '../../api/face.ts';
import type { Incoming } from '../exchange.ts';
import { tryOut } from './dry-run.ts';
import { mediaType, readBody } from './request-body.ts';
import type { ResourcePath } from './resource-path.ts';
import { answerScale, isScale } from './scale.ts';
import { methodNotAllowed, unknownResource } from './status.ts';

/** A request that changes something: create, replace, patch, delete, or a pod's eviction. */
export function write(face: KubernetesFace, path: ResourcePath, incoming: Incoming): WireAnswer {
  const read = readBody(incoming);
  if (read.kind === 'refused') return read.answer;
  const body = read.value;
  if (isEviction(path, incoming.method)) return evict(face, path, incoming.query, body);
  if (isScale(path)) return answerScale(face, path, incoming, body);
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
