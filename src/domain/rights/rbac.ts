import type { KubernetesRight } from './kubernetes-right.ts';
import { KUBERNETES_RIGHTS } from './kubernetes-rights.ts';
import type { Purpose } from './purpose.ts';

/** A rule of RBAC (https://kubernetes.io/docs/reference/access-authn-authz/rbac/), with why it is there. */
export interface RbacRule {
  readonly why: readonly string[];
  readonly rule: {
    readonly apiGroups: readonly string[];
    readonly resources: readonly string[];
    readonly resourceNames?: readonly string[];
    readonly verbs: readonly string[];
  };
}

/** Rules of one role: of the whole cluster, or of one namespace. */
export interface RbacRole {
  /** Null: a ClusterRole. */
  readonly namespace: string | null;
  readonly rules: readonly RbacRule[];
}

/** The rights in Kubernetes that a purpose needs. */
export const kubernetesRightsFor = (purpose: Purpose): readonly KubernetesRight[] =>
  KUBERNETES_RIGHTS.filter(({ purposes }) => purposes.includes(purpose));

/** The roles that grant just what a purpose needs, the one of the whole cluster first. */
export function rbacRoles(purpose: Purpose): readonly RbacRole[] {
  const rights = kubernetesRightsFor(purpose);
  const namespaces = [...new Set(rights.flatMap(({ namespace }) => namespace ?? []))];
  return [null, ...namespaces].map((namespace) => ({
    namespace,
    rules: rulesOf(rights.filter((it) => (it.namespace ?? null) === namespace)),
  }));
}

/** One rule for all verbs on the same resource. */
function rulesOf(rights: readonly KubernetesRight[]): readonly RbacRule[] {
  const rules = new Map<string, RbacRule>();
  for (const { group, resource, subresource, name, verb, why } of rights) {
    const resources = [subresource === undefined ? resource : `${resource}/${subresource}`];
    const key = JSON.stringify([group, resources, name]);
    const before = rules.get(key);
    rules.set(key, {
      why: [...(before?.why ?? []), `${verb}: ${why}`],
      rule: {
        apiGroups: [group],
        resources,
        ...(name !== undefined && { resourceNames: [name] }),
        verbs: [...(before?.rule.verbs ?? []), verb],
      },
    });
  }
  return [...rules.values()];
}
