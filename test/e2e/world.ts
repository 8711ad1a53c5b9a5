import type { Eks } from '#ports/eks';
import type { Kubernetes, Pod } from '#ports/kubernetes';
import type { JournalEntry } from '#twin/journal';

interface Seen {
  readonly eks: Eks;
  readonly kubernetes: Kubernetes;
}

/** The end state of a twin, in this process or behind the real clients; what two runs do not have in common is there as a word (`plain`). */
export async function worldOf({ eks, kubernetes }: Seen): Promise<unknown> {
  const groups = await valueIn(eks.listNodegroups('ekstest'));
  const addons = await valueIn(eks.listAddons('ekstest'));
  return plain({
    version: (await valueIn(kubernetes.version())).gitVersion,
    cluster: await valueIn(eks.describeCluster('ekstest')),
    groups: await Promise.all(
      groups.map((nodegroupName) => valueIn(eks.describeNodegroup({ clusterName: 'ekstest', nodegroupName }))),
    ),
    addons: await Promise.all(
      addons.map((addonName) => valueIn(eks.describeAddon({ clusterName: 'ekstest', addonName }))),
    ),
    nodes: await valueIn(kubernetes.listNodes()),
    pods: (await valueIn(kubernetes.listPods())).map(podOf).sort(),
    workloads: await valueIn(kubernetes.listWorkloads()),
    budgets: await valueIn(kubernetes.listBudgets()),
    lease: await kubernetes.getLease({ namespace: 'kube-system', name: 'eks-upgrade-runbook' }),
  });
}

/** One line an act: what was done to what, with its parameters (`plain`). */
export const actOf = ({ operation, parameters }: JournalEntry): string =>
  `${operation} ${JSON.stringify(plain(parameters))}`;

/** A runner that goes on marks the Lease as its own, which is none of the procedure's acts; to take it and to give it back is. */
export const isMark = ({ operation, parameters }: JournalEntry): boolean =>
  operation === 'k8s:patch leases' && !JSON.stringify(parameters).includes('"holderIdentity"');

export const tokenOf = ({ parameters }: JournalEntry): string | null =>
  (JSON.stringify(parameters).match(/"clientRequestToken":"(\w+)"/) ?? [])[1] ?? null;

async function valueIn<T>(answer: Promise<{ readonly kind: string; readonly value?: T }>): Promise<T> {
  const it = await answer;
  if (it.kind !== 'value') throw new Error(`no value: ${JSON.stringify(it)}`);
  return it.value as T;
}

/** Of whom a pod is, where, what runs in it and how it is. The name of a pod that has one for ever is compared, a generated one is not. */
function podOf({ metadata, spec, status }: Pod): string {
  const owner = metadata.ownerReferences?.[0]?.kind;
  const { 'pod-template-hash': _, ...labels } = metadata.labels ?? {};
  return JSON.stringify([
    metadata.namespace,
    owner,
    owner === 'StatefulSet' ? metadata.name : 'a name',
    labels,
    spec.nodeName,
    spec.containers?.map(({ image }) => image),
    status.phase,
    status.conditions?.map(({ type, status: is }) => `${type} ${is}`).sort(),
  ]);
}

/** What two runs of the same procedure do not have in common, by its name, and in which words its being there is compared. */
const BY_CHANCE: Readonly<Record<string, readonly string[]>> = {
  // Made up by the world for each object.
  'a uid': ['uid'],
  // Counts every change in the cluster, also those of which the run knows nothing.
  'a version': ['resourceVersion'],
  // A killed run takes longer, if only by the seconds between two looks.
  'an instant': [
    'createdAt',
    'modifiedAt',
    'creationTimestamp',
    'lastTransitionTime',
    'lastUpdateTime',
    'lastHeartbeatTime',
    'eks-upgrade-runbook/cordoned-at',
  ],
  // Made of the run's id and of the number of the record, of which a killed run has more.
  'a token': ['clientRequestToken'],
  // How far the log of the runner had got, and the random id of that runner.
  'a fence': ['eks-upgrade-runbook/fence'],
  // Of the twin's own server: each has its own port and certificate.
  'a server': ['endpoint', 'certificateAuthority'],
};

const WORDS = new Map(Object.entries(BY_CHANCE).flatMap(([word, keys]) => keys.map((key) => [key, word] as const)));

/** The same with a word in the place of each value that differs by chance; what is empty stays empty. */
export function plain(it: unknown): unknown {
  if (Array.isArray(it)) return it.map(plain);
  if (typeof it !== 'object' || it === null) return it;
  return Object.fromEntries(Object.entries(it).map(([key, inner]) => [key, comparable(key, inner)]));
}

function comparable(key: string, inner: unknown): unknown {
  const word = WORDS.get(key);
  return word === undefined || inner === null || inner === '' ? plain(inner) : word;
}
