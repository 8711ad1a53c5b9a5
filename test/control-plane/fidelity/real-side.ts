import { setTimeout as pause } from 'node:timers/promises';
import type { Call } from '#adapters/kubernetes/connection';
import type { Kubelets } from '../kubelet/kubelets.ts';
import type { Requests } from '../kubelet/requests.ts';
import { isSettled } from './is-settled.ts';
import { listPath, pathFor } from './object-paths.ts';
import { type Served, seenOf } from './seen.ts';
import { answerOf, type Side } from './side.ts';
import { type SmallWorld, type Wanted, WORLD } from './small-world.ts';

/** How often the cluster is looked at, and for how long nothing may have changed, ms. */
const LOOK = 120;
const SHORT_LOOK = 30;
const QUIET = 350;
/** The scheduler tries a pod that fitted nowhere again after up to so long, ms (podInitialBackoffSeconds is 1). */
const QUIET_WITH_PENDING = 1_300;
const PATIENCE = 60_000;

/** A world on a real control plane. */
export interface RealSide extends Side {
  /** Takes everything of the world away again. */
  clear(): Promise<void>;
}

/** Makes namespace and nodes; resolves when the nodes take pods. */
export async function openRealSide(requests: Requests, kubelets: Kubelets, world: SmallWorld): Promise<RealSide> {
  const ask = asking(requests);
  const { name: namespace } = world;
  await ask({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: namespace } } });
  await Promise.all(world.nodes.map((it) => kubelets.join(it)));
  await until(async () => (await list(ask, '', 'serviceaccounts', namespace)).length > 0);
  await until(async () => (await nodesOf(ask, namespace)).every(takesPods));
  return {
    apply: (objects) => apply(ask, namespace, objects),
    cordon: async (node, isClosed) => {
      const contentType = 'application/merge-patch+json';
      const body = { spec: { unschedulable: isClosed ? true : null } };
      await ask({ method: 'PATCH', path: `/api/v1/nodes/${node}`, contentType, body });
      await until(async () => (await nodesOf(ask, namespace)).every(isTaintedAsClosed));
    },
    evict: async (pod) => {
      const before = await replicasOf(ask, namespace);
      const answer = await evict(requests, namespace, pod);
      await until(async () => isReplaced(before, await replicasOf(ask, namespace)), SHORT_LOOK);
      return answer;
    },
    rest: () => rest(ask, namespace, world.nodes.length),
    clear: () => clear(ask, kubelets, world),
  };
}

/** Volumes, claims, and then those who need them: a claim that comes before its volume is known waits for 15 s. */
async function apply(ask: Ask, namespace: string, objects: readonly Wanted[]): Promise<void> {
  const make = async (kinds: (kind: string) => boolean) => {
    for (const it of objects) if (kinds(it.kind)) await ask({ method: 'POST', path: pathFor(it), body: it });
  };
  const claims = () => list(ask, '', 'persistentvolumeclaims', namespace);
  await make((kind) => kind === 'PersistentVolume');
  if (objects.some((it) => it.kind === 'PersistentVolume')) await pause(LOOK);
  await make((kind) => kind === 'PersistentVolumeClaim');
  await until(async () => (await claims()).every((it) => it.status?.phase === 'Bound'));
  await make((kind) => !kind.startsWith('PersistentVolume'));
}

type Ask = (call: Call) => Promise<unknown>;

const asking =
  (requests: Requests): Ask =>
  async (call) => {
    const answer = await requests.untilAnswered(call, () => true);
    if (answer?.kind === 'value') return answer.value;
    const why = answer === undefined ? 'closed' : `${answer.status} ${answer.message}`;
    throw new RangeError(`${call.method} ${call.path}: ${why}`);
  };

const list = async (
  ask: Ask,
  group: string,
  resource: string,
  namespace?: string,
  query = '',
): Promise<readonly Served[]> =>
  ((await ask({ method: 'GET', path: listPath(group, resource, namespace) + query })) as { items: Served[] | null })
    .items ?? [];

const nodesOf = (ask: Ask, world: string) => list(ask, '', 'nodes', undefined, `?labelSelector=${WORLD}%3D${world}`);

interface TaintedSpec {
  readonly unschedulable?: boolean;
  readonly taints?: readonly { readonly key: string }[];
}

const hasTaint = (node: Served, key: string): boolean =>
  ((node.spec as TaintedSpec).taints ?? []).some((it) => it.key === `node.kubernetes.io/${key}`);

const takesPods = (node: Served): boolean => !hasTaint(node, 'not-ready');

const isTaintedAsClosed = (node: Served): boolean =>
  hasTaint(node, 'unschedulable') === ((node.spec as TaintedSpec).unschedulable ?? false);

async function evict(requests: Requests, namespace: string, name: string) {
  const body = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace } };
  const answer = await requests.once({
    method: 'POST',
    path: `${listPath('', 'pods', namespace)}/${name}/eviction`,
    body,
  });
  if (answer.kind === 'unknown') throw new RangeError(`no answer to an eviction: ${answer.message}`);
  if (answer.kind === 'value') return answerOf(name, { status: 201 });
  return answerOf(name, { ...answer, reason: answer.code });
}

const replicasOf = async (ask: Ask, namespace: string): Promise<readonly Served[]> =>
  (await list(ask, '', 'pods', namespace)).filter(
    ({ metadata: it }) => it.deletionTimestamp === undefined && it.ownerReferences?.[0]?.kind === 'ReplicaSet',
  );

/** The controllers have answered: there are as many as before, and the scheduler has looked at all. */
const isReplaced = (before: readonly Served[], now: readonly Served[]): boolean =>
  now.length === before.length &&
  now.every(
    ({ spec, status }) => spec.nodeName !== undefined || status?.conditions?.some((it) => it.type === 'PodScheduled'),
  );

async function rest(ask: Ask, namespace: string, nodes: number) {
  const began = Date.now();
  for (let [last, since] = ['', Date.now()]; ; await pause(LOOK)) {
    const [pods, budgets] = await Promise.all([
      list(ask, '', 'pods', namespace),
      list(ask, 'policy', 'poddisruptionbudgets', namespace),
    ]);
    const now = [...pods, ...budgets].map((it) => `${it.metadata.uid} ${it.metadata.resourceVersion}`).join();
    if (now !== last) [last, since] = [now, Date.now()];
    const quiet = pods.some((it) => it.spec.nodeName === undefined) ? QUIET_WITH_PENDING : QUIET;
    const isLate = Date.now() - began > PATIENCE;
    if (!isLate && (Date.now() - since < quiet || !isSettled(pods, budgets))) continue;
    if (isSettled(pods, [...budgets, ...(await workloads(ask, namespace))])) return seenOf(pods, budgets, nodes);
    if (isLate) throw new RangeError(`${namespace} does not come to rest`);
  }
}

const workloads = async (ask: Ask, namespace: string) =>
  (
    await Promise.all(['deployments', 'statefulsets', 'daemonsets'].map((it) => list(ask, 'apps', it, namespace)))
  ).flat();

async function clear(ask: Ask, kubelets: Kubelets, { name, nodes, steps }: SmallWorld): Promise<void> {
  const at = (group: string, resource: string) => ({
    method: 'DELETE' as const,
    path: listPath(group, resource, name),
  });
  const now = { kind: 'DeleteOptions', apiVersion: 'v1', gracePeriodSeconds: 0, propagationPolicy: 'Background' };
  for (const it of ['deployments', 'statefulsets', 'daemonsets', 'replicasets'])
    await ask({ ...at('apps', it), body: now });
  for (const { metadata } of nodes) {
    kubelets.end(metadata.name);
    await ask({ method: 'DELETE', path: `/api/v1/nodes/${metadata.name}` });
  }
  await until(async () => {
    await ask({ ...at('', 'pods'), body: now });
    return (await list(ask, '', 'pods', name)).length === 0;
  });
  await ask(at('policy', 'poddisruptionbudgets'));
  await ask(at('', 'persistentvolumeclaims'));
  for (const it of volumesOf(steps)) await ask({ method: 'DELETE', path: `${pathFor(it)}/${it.metadata.name}` });
}

const volumesOf = (steps: SmallWorld['steps']): readonly Wanted[] =>
  steps.flatMap((it) => (it.kind === 'apply' ? it.objects.filter(({ kind }) => kind === 'PersistentVolume') : []));

async function until(isSo: () => Promise<boolean>, every = LOOK): Promise<void> {
  for (const began = Date.now(); !(await isSo()); await pause(every))
    if (Date.now() - began > PATIENCE) throw new RangeError('what was waited for did not come');
}
