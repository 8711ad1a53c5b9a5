import type { Phase } from '../preflight/finding.ts';
import type { KubernetesRight } from './kubernetes-right.ts';
import { ANY, CHANGING, CHECKING } from './purpose.ts';

const ALL: readonly Phase[] = ['control-plane', 'new-nodes', 'drain', 'delete-old-nodes', 'addons'];
const LEASE = { group: 'coordination.k8s.io', resource: 'leases', namespace: 'kube-system' } as const;
const OUR_LEASE = { ...LEASE, name: 'eks-upgrade-runbook' } as const;

/** The last minor version with PodSecurityPolicy (https://kubernetes.io/docs/reference/using-api/deprecation-guide/#psp-v125). */
export const LAST_WITH_PSP = 24;

/**
 * Every right in Kubernetes that any call of ours needs. The check `reachability-and-rights` asks for these, and `upgrade
 * permissions` prints them. What every authenticated user may do is not among them: discovery, `/version` and reviews of its
 * own access (https://kubernetes.io/docs/reference/access-authn-authz/rbac/#discovery-roles).
 */
export const KUBERNETES_RIGHTS: readonly KubernetesRight[] = [
  ...seen('', 'nodes', 'which nodes there are, of which group and version, and whether they are Ready'),
  {
    verb: 'get',
    group: '',
    resource: 'nodes',
    why: 'how a node is now, where its cordon met a change by somebody else',
    phases: ['drain'],
    purposes: CHANGING,
  },
  {
    verb: 'patch',
    group: '',
    resource: 'nodes',
    why: 'cordon the old nodes, mark and taint them, and give that back',
    phases: ['drain'],
    purposes: CHANGING,
  },
  ...seen('', 'pods', 'which pods run where, which have to leave, and when they are gone'),
  {
    verb: 'create',
    group: '',
    resource: 'pods',
    subresource: 'eviction',
    why: 'ask the pods to leave, as their budgets allow; no pod is ever deleted',
    phases: ['drain'],
    purposes: CHANGING,
  },
  ...seen('policy', 'poddisruptionbudgets', 'how many pods may be missing, and which budget holds a drain up'),
  ...seen('apps', 'daemonsets', 'which pods stay on a node, and whether a new node has all of its own'),
  ...seen('apps', 'deployments', 'how many pods are wanted and ready, before and after'),
  ...seen('apps', 'replicasets', 'whose pods they are'),
  ...seen('apps', 'statefulsets', 'how many pods are wanted and ready, before and after'),
  read('list', '', 'persistentvolumeclaims', 'which volumes a pod takes along'),
  read('list', '', 'persistentvolumes', 'in which zone a volume is: its pod can start only there'),
  {
    verb: 'list',
    group: 'storage.k8s.io',
    resource: 'volumeattributesclasses',
    why: 'from 1.36 to 1.37: who writes them by the API that is going',
    phases: ['control-plane'],
    purposes: CHECKING,
    from: { oldest: 36, newest: 36 },
  },
  {
    verb: 'get',
    ...OUR_LEASE,
    why: 'which run holds the cluster',
    phases: ALL,
    purposes: ANY,
  },
  {
    verb: 'create',
    ...LEASE,
    why: 'hold the cluster for this run; the first run makes the Lease, and it stays (a creation cannot be limited to a name)',
    phases: ['control-plane'],
    purposes: ['run'],
  },
  {
    verb: 'patch',
    ...OUR_LEASE,
    why: 'take the Lease, mark how far the run has got, and give it back',
    phases: ALL,
    purposes: CHANGING,
  },
  {
    verb: 'get',
    group: 'policy',
    resource: 'podsecuritypolicies',
    name: 'eks.privileged',
    why: 'below 1.25 alone: whether the policy is there without which the API server refuses pods',
    phases: ['control-plane', 'new-nodes', 'drain'],
    purposes: ANY,
    from: { newest: LAST_WITH_PSP },
  },
];

/** Listed by every check, watched while nodes join and pods move. */
function seen(group: string, resource: string, why: string): readonly KubernetesRight[] {
  return [
    { verb: 'list', group, resource, why, phases: ALL, purposes: ANY },
    {
      verb: 'watch',
      group,
      resource,
      why: 'see changes as they happen, while nodes join and pods move',
      phases: ['new-nodes', 'drain'],
      purposes: CHANGING,
    },
  ];
}

function read(verb: string, group: string, resource: string, why: string): KubernetesRight {
  return { verb, group, resource, why, phases: ['drain'], purposes: ANY };
}
