import { type Answer, value } from '#ports/answer';
import type { Workload } from '#ports/kubernetes';
import type { Connection } from './connection.ts';
import { listAll } from './lists.ts';
import { byName, plain, type RawObject } from './objects.ts';

/** The kinds of workloads and their places in the API; in the order in which they are listed. */
export const WORKLOADS: Readonly<Record<Workload['kind'], string>> = {
  DaemonSet: '/apis/apps/v1/daemonsets',
  Deployment: '/apis/apps/v1/deployments',
  ReplicaSet: '/apis/apps/v1/replicasets',
  StatefulSet: '/apis/apps/v1/statefulsets',
};

/** A workload with its kind, which lists leave out of their items. */
export const toWorkload = (object: RawObject, kind: Workload['kind']): Workload => ({
  ...plain<Workload>(object),
  kind,
});

/** All workloads, sorted by kind, namespace, name. */
export async function listWorkloads(connection: Connection): Promise<Answer<readonly Workload[]>> {
  const kinds = Object.keys(WORKLOADS) as Workload['kind'][];
  const lists = await Promise.all(kinds.map((kind) => listKind(connection, kind)));
  const missing = lists.find((it) => it.kind !== 'value');
  if (missing !== undefined) return missing;
  return value(lists.flatMap((it) => (it.kind === 'value' ? it.value : [])));
}

async function listKind(connection: Connection, kind: Workload['kind']): Promise<Answer<readonly Workload[]>> {
  const answer = await listAll(connection, WORKLOADS[kind]);
  return answer.kind === 'value' ? value(answer.value.items.map((it) => toWorkload(it, kind)).sort(byName)) : answer;
}
