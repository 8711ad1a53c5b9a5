import { type Answer, value } from '#ports/answer';
import type { Kubernetes, ServedKind, Written } from '#ports/kubernetes';
import type { Connection } from './connection.ts';
import { listAll, notA } from './lists.ts';
import { LAST_APPLIED, type RawObject } from './objects.ts';

type Writer = Written['writers'][number];

/** The kinds that the server serves in one version of a group; none when it does not know that version (404). */
export async function listKinds(connection: Connection, apiVersion: string): Promise<Answer<readonly ServedKind[]>> {
  const answer = await connection.call({ method: 'GET', path: `/apis/${apiVersion}` });
  if (answer.kind === 'refused' && answer.status === 404) return value([]);
  if (answer.kind !== 'value') return answer;
  const { resources } = answer.value as { readonly resources?: readonly { name: string; kind: string }[] };
  if (!Array.isArray(resources)) return notA('resource list');
  const kinds = (resources as readonly { name: string; kind: string }[]).filter(({ name }) => !name.includes('/'));
  return value(kinds.map(({ name, kind }) => ({ kind, resource: name })));
}

/** All objects of a resource, with who has written them in which version. */
export async function listWritten(
  connection: Connection,
  { apiVersion, resource }: Parameters<Kubernetes['listWritten']>[0],
): Promise<Answer<readonly Written[]>> {
  const list = await listAll(connection, `/apis/${apiVersion}/${resource}`);
  return list.kind === 'value' ? value(list.value.items.map(toWritten)) : list;
}

function toWritten({ metadata }: RawObject): Written {
  const { namespace, name, managedFields, annotations } = metadata;
  const writers = [...byManagers(managedFields), ...byKubectl(annotations?.[LAST_APPLIED])];
  return { ...(namespace !== undefined && { namespace }), name, writers };
}

function byManagers(fields: unknown): readonly Writer[] {
  const entries = (Array.isArray(fields) ? fields : []) as readonly Partial<Writer>[];
  const pairs = entries.map(({ manager, apiVersion }) => JSON.stringify([manager ?? 'unknown', apiVersion ?? '']));
  return [...new Set(pairs)].map((pair) => {
    const [manager = '', apiVersion = ''] = JSON.parse(pair) as readonly string[];
    return { manager, apiVersion };
  });
}

/** `kubectl apply` notes the whole object that it was given last. */
function byKubectl(lastApplied: string | undefined): readonly Writer[] {
  if (lastApplied === undefined) return [];
  try {
    const { apiVersion } = JSON.parse(lastApplied) as { readonly apiVersion?: unknown };
    return typeof apiVersion === 'string' ? [{ manager: 'kubectl apply', apiVersion }] : [];
  } catch {
    return [];
  }
}
