import type { Phase } from './finding.ts';

/** A right in Kubernetes that the run needs, and the phases that use it. */
export interface Right {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource?: string;
  readonly namespace?: string;
  readonly phases: readonly Phase[];
}

const ALL: readonly Phase[] = ['control-plane', 'new-nodes', 'drain', 'delete-old-nodes', 'addons'];
const NODES: readonly Phase[] = ['new-nodes', 'drain', 'delete-old-nodes'];

/** Every right that any step uses; the role to grant is exactly this. */
export const RIGHTS: readonly Right[] = [
  ...reading('', 'nodes', ALL),
  ...reading('', 'pods', NODES),
  ...reading('apps', 'deployments', NODES),
  ...reading('apps', 'statefulsets', NODES),
  ...reading('apps', 'daemonsets', NODES),
  ...reading('apps', 'replicasets', NODES),
  ...reading('policy', 'poddisruptionbudgets', ['drain']),
  { verb: 'get', group: '', resource: 'nodes', phases: ['drain'] },
  { verb: 'patch', group: '', resource: 'nodes', phases: ['drain'] },
  { verb: 'create', group: '', resource: 'pods', subresource: 'eviction', phases: ['drain'] },
  ...(['get', 'create', 'patch'] as const).map(
    (verb): Right => ({
      verb,
      group: 'coordination.k8s.io',
      resource: 'leases',
      namespace: 'kube-system',
      phases: ['control-plane'],
    }),
  ),
];

/** Needed only while the policy exists: below 1.25. */
export const READ_PSP: Right = {
  verb: 'get',
  group: 'policy',
  resource: 'podsecuritypolicies',
  phases: ['control-plane'],
};

/** `create pods/eviction`, `get leases.coordination.k8s.io in kube-system`. */
export function rightInWords({ verb, group, resource, subresource, namespace }: Right): string {
  const what = `${resource}${group === '' ? '' : `.${group}`}${subresource === undefined ? '' : `/${subresource}`}`;
  return `${verb} ${what}${namespace === undefined ? '' : ` in ${namespace}`}`;
}

/** As kubectl would ask: `kubectl auth can-i create pods --subresource=eviction`. */
export function rightAsQuestion({ verb, group, resource, subresource, namespace }: Right): string {
  const where = namespace === undefined ? '-A' : `-n ${namespace}`;
  const what = `${resource}${group === '' ? '' : `.${group}`}`;
  return `kubectl auth can-i ${verb} ${what}${subresource === undefined ? '' : ` --subresource=${subresource}`} ${where}`;
}

function reading(group: string, resource: string, phases: readonly Phase[]): readonly Right[] {
  return ['list', 'watch'].map((verb): Right => ({ verb, group, resource, phases }));
}
