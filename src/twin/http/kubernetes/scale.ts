import type { WireAnswer } from '../../api/answer.ts';
import type { KubernetesFace, ObjectName } from '../../api/face.ts';
import { applyPatch } from '../../api/kubernetes/patch.ts';
import { keyOf, SCALABLE } from '../../model/resources.ts';
import type { Incoming } from '../exchange.ts';
import { mediaType } from './request-body.ts';
import type { ResourcePath } from './resource-path.ts';
import { failure, methodNotAllowed } from './status.ts';
import { selectorText } from './tables/column.ts';
import { at, count, type Json, text } from './tables/read.ts';

/** True for `deployments/web/scale` and its like. */
export const isScale = ({ group, resource, name, subresource }: ResourcePath): boolean =>
  subresource === 'scale' && name !== undefined && SCALABLE.has(keyOf(group, resource));

/** The size of a workload as an autoscaling/v1 Scale; a write to it sets `spec.replicas` of the workload. */
export function answerScale(face: KubernetesFace, path: ResourcePath, incoming: Incoming, body: unknown): WireAnswer {
  const workload: ObjectName = { ...nameOf(path) };
  const found = face.get(workload);
  if (found.status !== 200 || incoming.method === 'GET') return asScale(found);
  const wanted = wantedScale(found, incoming, body);
  if ('status' in wanted) return wanted;
  if (incoming.query.has('dryRun')) return { status: 200, body: wanted.scale };
  const resourceVersion = at(incoming.method === 'PUT' ? wanted.scale : body, 'metadata.resourceVersion');
  const patch = {
    spec: { replicas: count(wanted.scale, 'spec.replicas') },
    ...(typeof resourceVersion === 'string' && resourceVersion !== '' && { metadata: { resourceVersion } }),
  };
  return asScale(face.patch(workload, 'application/merge-patch+json', patch));
}

const nameOf = ({ group, version, resource, namespace, name = '' }: ResourcePath): ObjectName => ({
  group,
  version,
  resource,
  name,
  ...(namespace !== undefined && { namespace }),
});

function wantedScale(found: WireAnswer, incoming: Incoming, body: unknown): { readonly scale: unknown } | WireAnswer {
  if (incoming.method === 'PUT') return { scale: body };
  if (incoming.method !== 'PATCH') return methodNotAllowed();
  const result = applyPatch(asScale(found).body, mediaType(incoming), body);
  return result.kind === 'patched' ? { scale: result.object } : failure(result.status, 'BadRequest', result.message);
}

/** A workload as its Scale; a refusal as it is. */
function asScale(answer: WireAnswer): WireAnswer {
  if (answer.status !== 200) return answer;
  const it = answer.body as { readonly metadata: Json };
  const { name, namespace, uid, resourceVersion, creationTimestamp } = it.metadata;
  return {
    status: 200,
    body: {
      kind: 'Scale',
      apiVersion: 'autoscaling/v1',
      metadata: { name, namespace, uid, resourceVersion, creationTimestamp },
      spec: { replicas: Number(text(it, 'spec.replicas', '1')) },
      status: { replicas: count(it, 'status.replicas'), selector: selectorText(at(it, 'spec.selector')) },
    },
  };
}
