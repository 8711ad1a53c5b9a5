import type { WireAnswer } from '../../api/answer.ts';
import type { KubernetesFace, ObjectName } from '../../api/face.ts';
import { applyPatch } from '../../api/kubernetes/patch.ts';
import { alreadyExists } from '../../api/kubernetes/status.ts';
import type { Incoming } from '../exchange.ts';
import { mediaType } from './request-body.ts';
import type { ResourcePath } from './resource-path.ts';
import { failure, methodNotAllowed } from './status.ts';

type Json = Readonly<Record<string, unknown>>;

/** What a change would give, without making it: the face is only read, so nothing can be changed by mistake. Evictions have their own dry run. */
export function tryOut(face: KubernetesFace, path: ResourcePath, incoming: Incoming, body: unknown): WireAnswer {
  if (path.name === undefined) return incoming.method === 'POST' ? tryCreate(face, path, body) : methodNotAllowed();
  const found = face.get({ ...path, name: path.name });
  if (found.status !== 200) return found;
  switch (incoming.method) {
    case 'PATCH':
      return tryPatch(found.body, mediaType(incoming), body);
    case 'PUT':
      return { status: 200, body: { ...(body as Json), metadata: { ...metadata(found.body), ...metadata(body) } } };
    case 'DELETE':
      return { status: 200, body: found.body };
    default:
      return methodNotAllowed();
  }
}

function tryPatch(object: unknown, type: string, patch: unknown): WireAnswer {
  const result = applyPatch(object, type, patch);
  return result.kind === 'patched'
    ? { status: 200, body: result.object }
    : failure(result.status, 'BadRequest', result.message);
}

function tryCreate(face: KubernetesFace, path: ResourcePath, body: unknown): WireAnswer {
  const name = metadata(body).name;
  if (typeof name !== 'string') return { status: 201, body };
  const found = face.get({ ...path, name } satisfies ObjectName);
  if (found.status === 200) return alreadyExists(path.group, path.resource, name);
  const isFree = (found.body as { readonly details?: { readonly name?: string } }).details?.name === name;
  return isFree ? { status: 201, body } : found;
}

const metadata = (object: unknown): Json => ((object as Json | null)?.metadata ?? {}) as Json;
