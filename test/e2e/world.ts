import type { Eks } from '#ports/eks';
import type { Kubernetes } from '#ports/kubernetes';
import type { JournalEntry } from '#twin/journal';

type Json = Readonly<Record<string, unknown>>;

interface Seen {
  readonly eks: Eks;
  readonly kubernetes: Kubernetes;
}

/** The end state of a twin, in this process or behind the real clients, without what may differ between two runs: uids, versions, instants, addresses, generated names. */
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
    lease: (await kubernetes.getLease({ namespace: 'kube-system', name: 'eks-upgrade-runbook' })).kind,
  });
}

/** One line an act: what was done to what, with its parameters. Tokens and what the world generates are left out. */
export const actOf = ({ operation, parameters }: JournalEntry): string =>
  `${operation} ${JSON.stringify(plain(parameters))}`;

export const tokenOf = ({ parameters }: JournalEntry): string | null =>
  (JSON.stringify(parameters).match(/"clientRequestToken":"(\w+)"/) ?? [])[1] ?? null;

async function valueIn<T>(answer: Promise<{ readonly kind: string; readonly value?: T }>): Promise<T> {
  const it = await answer;
  if (it.kind !== 'value') throw new Error(`no value: ${JSON.stringify(it)}`);
  return it.value as T;
}

/** Where a pod of an owner is and how it is; its generated name is not compared. */
function podOf(pod: {
  metadata: { namespace?: string; ownerReferences?: readonly { kind: string }[]; labels?: Json };
  spec: { nodeName?: string };
  status: { phase?: string };
}): string {
  const { metadata, spec, status } = pod;
  return [
    metadata.namespace,
    metadata.ownerReferences?.[0]?.kind,
    JSON.stringify(metadata.labels ?? {}).replace(/"pod-template-hash":"\w+"/, ''),
    spec.nodeName,
    status.phase,
  ].join(' ');
}

const VARYING =
  /^(eks-upgrade-runbook\/(cordoned-at|fence)|uid|resourceVersion|createdAt|modifiedAt|creationTimestamp|lastTransitionTime|lastHeartbeatTime|clientRequestToken|endpoint|certificateAuthority|acquireTime|renewTime|podIP|generation|observedGeneration)$/;

function plain(it: unknown): unknown {
  if (Array.isArray(it)) return it.map(plain);
  if (typeof it !== 'object' || it === null) return it;
  return Object.fromEntries(
    Object.entries(it)
      .filter(([key]) => !VARYING.test(key))
      .map(([key, inner]) => [key, plain(inner)]),
  );
}
