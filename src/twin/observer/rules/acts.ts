import { LEASE_AT } from '../marks.ts';
import { type Call, FINE, type Rule, wrong } from '../rule.ts';

const ACTS: ReadonlySet<string> = new Set([
  'eks:UpdateClusterVersion',
  'eks:CreateNodegroup',
  'eks:UpdateNodegroupConfig',
  'eks:DeleteNodegroup',
  'eks:UpdateAddon',
  'k8s:patch nodes',
  'k8s:evict pods',
]);

const LEASE_ACTS: ReadonlySet<string> = new Set(['k8s:create leases', 'k8s:patch leases', 'k8s:delete leases']);

/** Only these acts belong to an upgrade: no pod is deleted instead of evicted, no node and no workload is touched. */
export const acts: Rule = {
  name: 'acts',
  judge: (call) => {
    if (ACTS.has(call.operation)) return FINE;
    if (LEASE_ACTS.has(call.operation) && isOurLease(call)) return FINE;
    return wrong([`${call.operation} ${placeOf(call)} is no act of an upgrade`]);
  },
};

const isOurLease = ({ namespace, name }: Call): boolean => namespace === LEASE_AT.namespace && name === LEASE_AT.name;

const placeOf = ({ namespace, name }: Call): string => [namespace, name].filter((it) => it !== undefined).join('/');
