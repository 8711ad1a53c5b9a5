/** A kind that the twin keeps. */
export interface ResourceKind {
  /** Key in the store: `pods`, `apps/deployments`. */
  readonly key: string;
  readonly group: string;
  readonly resource: string;
  readonly kind: string;
  readonly isNamespaced: boolean;
  readonly shortNames: readonly string[];
  /** Which versions a server of Kubernetes 1.`minor` serves, preferred one first; empty when it does not know the kind. */
  readonly versions: (minor: number) => readonly string[];
}

const always =
  (...versions: string[]) =>
  () =>
    versions;

const kind = (
  group: string,
  resource: string,
  name: string,
  isNamespaced: boolean,
  versions: ResourceKind['versions'],
  ...shortNames: string[]
): ResourceKind => ({
  key: group === '' ? resource : `${group}/${resource}`,
  group,
  resource,
  kind: name,
  isNamespaced,
  shortNames,
  versions,
});

/** Versions by server: https://kubernetes.io/docs/reference/using-api/deprecation-guide/ */
export const RESOURCES: readonly ResourceKind[] = [
  kind('', 'configmaps', 'ConfigMap', true, always('v1'), 'cm'),
  kind('', 'events', 'Event', true, always('v1'), 'ev'),
  kind('', 'namespaces', 'Namespace', false, always('v1'), 'ns'),
  kind('', 'nodes', 'Node', false, always('v1'), 'no'),
  kind('', 'persistentvolumeclaims', 'PersistentVolumeClaim', true, always('v1'), 'pvc'),
  kind('', 'persistentvolumes', 'PersistentVolume', false, always('v1'), 'pv'),
  kind('', 'pods', 'Pod', true, always('v1'), 'po'),
  kind('', 'secrets', 'Secret', true, always('v1')),
  kind('', 'services', 'Service', true, always('v1'), 'svc'),
  kind('apps', 'daemonsets', 'DaemonSet', true, always('v1'), 'ds'),
  kind('apps', 'deployments', 'Deployment', true, always('v1'), 'deploy'),
  kind('apps', 'replicasets', 'ReplicaSet', true, always('v1'), 'rs'),
  kind('apps', 'statefulsets', 'StatefulSet', true, always('v1'), 'sts'),
  kind('batch', 'jobs', 'Job', true, always('v1')),
  kind('coordination.k8s.io', 'leases', 'Lease', true, always('v1')),
  kind('policy', 'poddisruptionbudgets', 'PodDisruptionBudget', true, budgetVersions, 'pdb'),
  kind('policy', 'podsecuritypolicies', 'PodSecurityPolicy', false, (minor) => (minor < 25 ? ['v1beta1'] : []), 'psp'),
  kind('storage.k8s.io', 'storageclasses', 'StorageClass', false, always('v1'), 'sc'),
  kind('storage.k8s.io', 'volumeattributesclasses', 'VolumeAttributesClass', false, attributesVersions, 'vac'),
];

function budgetVersions(minor: number): readonly string[] {
  if (minor < 21) return ['v1beta1'];
  return minor < 25 ? ['v1', 'v1beta1'] : ['v1'];
}

// EKS served the beta from 1.31 on (https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions-standard.html); by its
// lifecycle it goes with 1.37 (https://github.com/kubernetes/api/blob/master/storage/v1beta1/zz_generated.prerelease-lifecycle.go).
function attributesVersions(minor: number): readonly string[] {
  if (minor < 31) return [];
  if (minor < 34) return ['v1beta1'];
  return minor < 37 ? ['v1', 'v1beta1'] : ['v1'];
}

/** Which version of Eviction stands at `pods/eviction` in discovery, and which ones the server takes. */
export const evictionVersions = (minor: number): readonly string[] => (minor < 22 ? ['v1beta1'] : ['v1', 'v1beta1']);

/** What `kubectl get all` shows. */
export const IN_ALL: ReadonlySet<string> = new Set([
  'pods',
  'services',
  'apps/daemonsets',
  'apps/deployments',
  'apps/replicasets',
  'apps/statefulsets',
  'batch/jobs',
]);

/** Workloads whose size can be read and set by their subresource `scale`. */
export const SCALABLE: ReadonlySet<string> = new Set(['apps/deployments', 'apps/replicasets', 'apps/statefulsets']);

/** Kinds whose status can be read by itself. */
export const WITH_STATUS: ReadonlySet<string> = new Set([
  'namespaces',
  'nodes',
  'persistentvolumeclaims',
  'persistentvolumes',
  'pods',
  'services',
  'apps/daemonsets',
  'apps/deployments',
  'apps/replicasets',
  'apps/statefulsets',
  'batch/jobs',
  'policy/poddisruptionbudgets',
]);

const byKey = new Map(RESOURCES.map((it) => [it.key, it]));
const byKind = new Map(RESOURCES.map((it) => [`${it.group}/${it.kind}`, it]));

export const resourceByKey = (key: string): ResourceKind | undefined => byKey.get(key);

/** `apps/v1` and `Deployment` → the kind; undefined when the twin does not keep it. */
export const resourceByKind = (apiVersion: string, name: string): ResourceKind | undefined =>
  byKind.get(`${apiVersion.includes('/') ? apiVersion.split('/')[0] : ''}/${name}`);

export const keyOf = (group: string, resource: string): string => (group === '' ? resource : `${group}/${resource}`);

/** `1.21` → 21 */
export const minorOf = (version: string): number => Number(/^v?1\.(\d+)/.exec(version)?.[1] ?? Number.NaN);
