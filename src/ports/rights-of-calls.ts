import type { Ec2 } from './ec2.ts';
import type { Eks } from './eks.ts';
import type { Kubernetes } from './kubernetes.ts';

/** The action of AWS behind each call of the port. A call that is not here does not compile. */
export const EKS_ACTIONS: { readonly [Call in keyof Eks]: string } = {
  describeCluster: 'eks:DescribeCluster',
  updateClusterVersion: 'eks:UpdateClusterVersion',
  listUpdates: 'eks:ListUpdates',
  describeUpdate: 'eks:DescribeUpdate',
  listNodegroups: 'eks:ListNodegroups',
  describeNodegroup: 'eks:DescribeNodegroup',
  createNodegroup: 'eks:CreateNodegroup',
  resizeNodegroup: 'eks:UpdateNodegroupConfig',
  deleteNodegroup: 'eks:DeleteNodegroup',
  listAddons: 'eks:ListAddons',
  describeAddon: 'eks:DescribeAddon',
  updateAddon: 'eks:UpdateAddon',
  describeAddonVersions: 'eks:DescribeAddonVersions',
  listInsights: 'eks:ListInsights',
  describeInsight: 'eks:DescribeInsight',
};

export const EC2_ACTIONS: { readonly [Call in keyof Ec2]: string } = {
  describeSubnets: 'ec2:DescribeSubnets',
  describeInstanceTypes: 'ec2:DescribeInstanceTypes',
};

const WORKLOADS = ['daemonsets.apps', 'deployments.apps', 'replicasets.apps', 'statefulsets.apps'];
const LIVE = ['pods', 'nodes', 'poddisruptionbudgets.policy', ...WORKLOADS];
const each = (verb: string, resources: readonly string[]): readonly string[] => resources.map((it) => `${verb} ${it}`);

/** The rights in Kubernetes behind each call: `<verb> <resource>[.<group>][/<subresource>]`; none where every user may. */
export const KUBERNETES_CALLS: { readonly [Call in keyof Kubernetes]: readonly string[] } = {
  version: [],
  mayI: [],
  evictionVersion: [],
  close: [],
  listNodes: ['list nodes'],
  getNode: ['get nodes'],
  patchNode: ['patch nodes'],
  listPods: ['list pods'],
  listBudgets: ['list poddisruptionbudgets.policy'],
  listWorkloads: each('list', WORKLOADS),
  listVolumes: ['list persistentvolumes'],
  listClaims: ['list persistentvolumeclaims'],
  listKinds: [],
  // Those of the packaged runbooks; another runbook needs the right to list the kinds that it names.
  listWritten: ['list volumeattributesclasses.storage.k8s.io'],
  getPodSecurityPolicy: ['get podsecuritypolicies.policy'],
  evict: ['create pods/eviction'],
  getLease: ['get leases.coordination.k8s.io'],
  createLease: ['create leases.coordination.k8s.io'],
  markLease: ['patch leases.coordination.k8s.io'],
  takeLease: ['patch leases.coordination.k8s.io'],
  releaseLease: ['patch leases.coordination.k8s.io'],
  live: [...each('list', LIVE), ...each('watch', LIVE)],
};
