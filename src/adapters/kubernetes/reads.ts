import { type Answer, value } from '#ports/answer';
import type { Kubernetes, ServerVersion } from '#ports/kubernetes';
import { budgetVersion, evictionVersion, toBudget } from './budgets.ts';
import type { Call, Connection } from './connection.ts';
import { listAll, notA } from './lists.ts';
import { byName, isObject, plain } from './objects.ts';
import { listWorkloads } from './workloads.ts';
import { listKinds, listWritten } from './written.ts';

type Reads = Omit<
  Kubernetes,
  'patchNode' | 'evict' | 'createLease' | 'markLease' | 'takeLease' | 'releaseLease' | 'live' | 'close'
>;

/** Everything of the port that only looks. */
export const reads = (connection: Connection): Reads => ({
  version: () => version(connection),
  mayI: (access) => mayI(connection, access),
  evictionVersion: () => evictionVersion(connection),
  listNodes: () => sortedList(connection, '/api/v1/nodes'),
  getNode: (name) => readOne(connection, { method: 'GET', path: `/api/v1/nodes/${part(name)}` }),
  listPods: ({ node } = {}) =>
    sortedList(connection, '/api/v1/pods', node === undefined ? {} : { fieldSelector: `spec.nodeName=${node}` }),
  listBudgets: () => listBudgets(connection),
  listWorkloads: () => listWorkloads(connection),
  listVolumes: () => sortedList(connection, '/api/v1/persistentvolumes'),
  listClaims: () => sortedList(connection, '/api/v1/persistentvolumeclaims'),
  listKinds: (apiVersion) => listKinds(connection, apiVersion),
  listWritten: (of) => listWritten(connection, of),
  getPodSecurityPolicy: (name) =>
    readOne(connection, { method: 'GET', path: `/apis/policy/v1beta1/podsecuritypolicies/${part(name)}` }),
  getLease: ({ namespace, name }) => readOne(connection, { method: 'GET', path: `${leases(namespace)}/${part(name)}` }),
});

/** A call whose answer is one object. */
export async function readOne<T>(connection: Connection, call: Call): Promise<Answer<T>> {
  const answer = await connection.call(call);
  if (answer.kind !== 'value') return answer;
  return isObject(answer.value) ? value(plain<T>(answer.value)) : notA('single object');
}

/** Names go into paths as one part each. */
export const part = encodeURIComponent;

/** The Leases of a namespace. */
export const leases = (namespace: string): string =>
  `/apis/coordination.k8s.io/v1/namespaces/${part(namespace)}/leases`;

async function version(connection: Connection): Promise<Answer<ServerVersion>> {
  let date: string | undefined;
  const onHead: Call['onHead'] = (headers) => {
    date = headers.date;
  };
  const answer = await connection.call({ method: 'GET', path: '/version', isFresh: true, onHead });
  if (answer.kind !== 'value') return answer;
  const { gitVersion } = answer.value as { gitVersion?: unknown };
  return typeof gitVersion === 'string' ? value({ gitVersion, ...instantOf(date) }) : notA('version');
}

function instantOf(httpDate: string | undefined): Pick<ServerVersion, 'date'> {
  const instant = Date.parse(httpDate ?? '');
  return Number.isNaN(instant) ? {} : { date: new Date(instant).toISOString() };
}

async function mayI(connection: Connection, access: Parameters<Kubernetes['mayI']>[0]): ReturnType<Kubernetes['mayI']> {
  const kind = { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectAccessReview' };
  const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
  const answer = await connection.call({
    method: 'POST',
    path,
    body: { ...kind, spec: { resourceAttributes: access } },
  });
  if (answer.kind !== 'value') return answer;
  const { status } = answer.value as { status?: { allowed?: boolean; reason?: string } };
  return status === undefined
    ? notA('review')
    : value({ allowed: status.allowed === true, reason: status.reason ?? '' });
}

async function sortedList<T extends Parameters<typeof byName>[0]>(
  connection: Connection,
  path: string,
  query: Readonly<Record<string, string>> = {},
): Promise<Answer<readonly T[]>> {
  const answer = await listAll(connection, path, query);
  return answer.kind === 'value' ? value(answer.value.items.map((it) => plain<T>(it)).sort(byName)) : answer;
}

async function listBudgets(connection: Connection): ReturnType<Kubernetes['listBudgets']> {
  const version = await budgetVersion(connection);
  if (version.kind !== 'value') return version;
  const answer = await listAll(connection, `/apis/${version.value}/poddisruptionbudgets`);
  return answer.kind === 'value'
    ? value(answer.value.items.map((it) => toBudget(it, version.value)).sort(byName))
    : answer;
}
