import type { Access } from '../kubernetes/access.ts';
import type { Phase } from '../preflight/finding.ts';
import type { Purpose } from './purpose.ts';

/** What is granted, why it is needed, when and by whom. */
export interface KubernetesRight extends Access {
  readonly why: string;
  /** Before which phases the API server is asked whether it grants it. */
  readonly phases: readonly Phase[];
  readonly purposes: readonly Purpose[];
  /** The minor versions of clusters at which a hop that needs it begins; absent: any. */
  readonly from?: { readonly oldest?: number; readonly newest?: number };
}

/** `create pods/eviction`, `get leases.coordination.k8s.io eks-upgrade-runbook in kube-system`. */
export function rightInWords({ verb, group, resource, subresource, namespace, name }: KubernetesRight): string {
  const what = `${resource}${group === '' ? '' : `.${group}`}${subresource === undefined ? '' : `/${subresource}`}`;
  const which = name === undefined ? '' : ` ${name}`;
  return `${verb} ${what}${which}${namespace === undefined ? '' : ` in ${namespace}`}`;
}

/** As kubectl would ask: `kubectl auth can-i create pods --subresource=eviction -A`. */
export function rightAsQuestion({ verb, group, resource, subresource, namespace, name }: KubernetesRight): string {
  const where = namespace === undefined ? '-A' : `-n ${namespace}`;
  const what = `${resource}${group === '' ? '' : `.${group}`}${name === undefined ? '' : `/${name}`}`;
  return `kubectl auth can-i ${verb} ${what}${subresource === undefined ? '' : ` --subresource=${subresource}`} ${where}`;
}

/** What the API server is asked about, and what it grants. */
export function accessOf({
  why: _why,
  phases: _phases,
  purposes: _purposes,
  from: _from,
  ...access
}: KubernetesRight): Access {
  return access;
}

/** Whether a hop that begins at this minor version needs it. */
export const isNeededFrom = ({ from = {} }: KubernetesRight, minor: number): boolean =>
  minor >= (from.oldest ?? 0) && minor <= (from.newest ?? Number.POSITIVE_INFINITY);
