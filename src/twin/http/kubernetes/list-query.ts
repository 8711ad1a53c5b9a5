import type { ListQuery } from '../../api/face.ts';
import type { ResourcePath } from './resource-path.ts';

/** The query of a list or a watch in the words of the face; a name in the path becomes a field selector. */
export function listQuery(path: ResourcePath, query: URLSearchParams): ListQuery {
  const fields = [query.get('fieldSelector'), path.name === undefined ? null : `metadata.name=${path.name}`];
  const fieldSelector = fields.filter((it) => it !== null && it !== '').join(',');
  const labelSelector = query.get('labelSelector') ?? '';
  const limit = Number(query.get('limit') ?? 0);
  const from = query.get('continue') ?? '';
  return {
    group: path.group,
    version: path.version,
    resource: path.resource,
    ...(path.namespace === undefined ? {} : { namespace: path.namespace }),
    ...(fieldSelector === '' ? {} : { fieldSelector }),
    ...(labelSelector === '' ? {} : { labelSelector }),
    ...(limit > 0 ? { limit } : {}),
    ...(from === '' ? {} : { continue: from }),
  };
}
