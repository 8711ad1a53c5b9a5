import { type Answer, value } from '#ports/answer';
import type {
  Budget,
  Claim,
  Kubernetes,
  Lease,
  LeaseContent,
  LeaseName,
  Node,
  NodePatch,
  Pod,
  ServerVersion,
  Volume,
  Workload,
} from '#ports/kubernetes';
import type { WireAnswer } from '../api/answer.ts';
import type { KubernetesFace, ResourceName } from '../api/face.ts';
import { LiveStores, WORKLOADS, withKind, withVersion } from './live.ts';
import { plain, type Served } from './plain.ts';
import { refusedByKubernetes } from './refused.ts';
import { kindsIn, writtenIn } from './written.ts';

const core = (resource: string): ResourceName => ({ group: '', version: 'v1', resource });
const LEASES: ResourceName = { group: 'coordination.k8s.io', version: 'v1', resource: 'leases' };
const POLICIES: ResourceName = { group: 'policy', version: 'v1beta1', resource: 'podsecuritypolicies' };
const REVIEWS: ResourceName = { group: 'authorization.k8s.io', version: 'v1', resource: 'selfsubjectaccessreviews' };

/** The port `Kubernetes` on the twin, whose clock is `now`; `changed` is called whenever something that is watched has changed. */
export function kubernetesPort(face: KubernetesFace, now: () => number, changed: () => void): Kubernetes {
  const stores = new LiveStores(face, changed);
  const list = <T>(at: ResourceName, shape: (it: Served) => T, fieldSelector?: string): Answer<readonly T[]> =>
    map(face.list({ ...at, ...(fieldSelector !== undefined && { fieldSelector }) }), (body) =>
      (body as { items: Served[] }).items.map(shape),
    );
  const patchLease = (at: LeaseName, body: object): Answer<Lease> =>
    one(face.patch({ ...LEASES, ...at }, 'application/merge-patch+json', structuredClone(body)));
  return {
    version: async () => map(face.version(), (body) => versionOf(body, now())),
    mayI: async (access) => map(face.create(REVIEWS, reviewOf(access)), verdictOf),
    evictionVersion: async () => map(face.discover('/api/v1'), evictionVersionIn),
    listNodes: async () => list(core('nodes'), plain<Node>),
    getNode: async (name) => one<Node>(face.get({ ...core('nodes'), name })),
    patchNode: async (name, patch: NodePatch) =>
      one<Node>(face.patch({ ...core('nodes'), name }, 'application/merge-patch+json', structuredClone(patch))),
    listPods: async (where) =>
      list(core('pods'), plain<Pod>, where?.node === undefined ? undefined : `spec.nodeName=${where.node}`),
    listBudgets: async () => {
      const version = budgetVersion(face);
      if (version.kind !== 'value') return version;
      return list(budgetsIn(version.value), (it) => withVersion(it, version.value));
    },
    listWorkloads: async () => allWorkloads((at, kind) => list(at, (it) => withKind(it, kind))),
    listVolumes: async () => list(core('persistentvolumes'), plain<Volume>),
    listClaims: async () => list(core('persistentvolumeclaims'), plain<Claim>),
    listKinds: async (apiVersion) => {
      const answer = face.discover(`/apis/${apiVersion}`);
      return answer.status === 404 && !answer.lost ? value([]) : map(answer, kindsIn);
    },
    listWritten: async ({ apiVersion, resource }) => {
      const [group = '', version = ''] = apiVersion.split('/');
      return map(face.list({ group, version, resource }), writtenIn);
    },
    getPodSecurityPolicy: async (name) => one(face.get({ ...POLICIES, name })),
    evict: async ({ namespace, name, uid, apiVersion }) => {
      const body = {
        apiVersion,
        kind: 'Eviction',
        metadata: { name, namespace },
        deleteOptions: { preconditions: { uid } },
      };
      return map(face.evict({ namespace, name }, body, false), () => 'accepted' as const);
    },
    getLease: async (name) => one<Lease>(face.get({ ...LEASES, ...name })),
    createLease: async (lease) => one<Lease>(face.create({ ...LEASES, namespace: lease.namespace }, leaseOf(lease))),
    markLease: async ({ namespace, name, ...metadata }) => patchLease({ namespace, name }, { metadata }),
    takeLease: async ({ namespace, name, holderIdentity, ...metadata }) =>
      patchLease({ namespace, name }, { metadata, spec: { holderIdentity } }),
    releaseLease: async ({ namespace, name, ...metadata }) =>
      patchLease({ namespace, name }, { metadata, spec: { holderIdentity: '' } }),
    live: async () => {
      const version = budgetVersion(face);
      return version.kind === 'value' ? stores.open(version.value) : version;
    },
    close: async () => stores.close(),
  };
}

const map = <T>(answer: WireAnswer, shape: (body: unknown) => T): Answer<T> =>
  answer.status < 300 ? value(shape(answer.body)) : refusedByKubernetes(answer);

const versionOf = (body: unknown, now: number): ServerVersion => ({
  gitVersion: (body as ServerVersion).gitVersion,
  date: new Date(Math.floor(now / 1000) * 1000).toISOString(),
});

const one = <T>(answer: WireAnswer): Answer<T> => map(answer, (body) => plain<T>(body as Served));

const reviewOf = (resourceAttributes: object) => ({
  apiVersion: 'authorization.k8s.io/v1',
  kind: 'SelfSubjectAccessReview',
  spec: { resourceAttributes },
});

function verdictOf(body: unknown): { readonly allowed: boolean; readonly reason: string } {
  const { status } = body as { readonly status: { readonly allowed: boolean; readonly reason?: string } };
  return { allowed: status.allowed, reason: status.reason ?? '' };
}

interface ResourceList {
  readonly resources: readonly { readonly name: string; readonly version?: string }[];
}

function evictionVersionIn(body: unknown): Budget['apiVersion'] | null {
  const entry = (body as ResourceList).resources.find((it) => it.name === 'pods/eviction');
  if (!entry) return null;
  return entry.version === 'v1beta1' ? 'policy/v1beta1' : 'policy/v1';
}

/** policy/v1 where budgets are served in it, as every client prefers. */
function budgetVersion(face: KubernetesFace): Answer<Budget['apiVersion']> {
  const answer = face.discover('/apis/policy/v1');
  if (answer.status === 404) return value('policy/v1beta1');
  return map(answer, (body) =>
    (body as ResourceList).resources.some((it) => it.name === 'poddisruptionbudgets') ? 'policy/v1' : 'policy/v1beta1',
  );
}

const budgetsIn = (version: string): ResourceName => ({
  group: 'policy',
  version: version.slice('policy/'.length),
  resource: 'poddisruptionbudgets',
});

function allWorkloads(
  list: (at: ResourceName, kind: Workload['kind']) => Answer<readonly Workload[]>,
): Answer<readonly Workload[]> {
  const lists = WORKLOADS.map(({ kind, at }) => list(at, kind));
  return lists.find((it) => it.kind !== 'value') ?? value(lists.flatMap((it) => (it.kind === 'value' ? it.value : [])));
}

const leaseOf = ({ namespace, name, holderIdentity, annotations }: LeaseName & LeaseContent) => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { namespace, name, annotations: { ...annotations } },
  spec: { holderIdentity },
});
