import type { Connection } from '#adapters/kubernetes/connection';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const ROLE = 'eks:podsecuritypolicy:privileged';

/**
 * The role and the binding by which everybody may use the policy `eks.privileged`, as EKS makes them below 1.25
 * (https://docs.aws.amazon.com/eks/latest/userguide/pod-security-policy.html).
 */
export async function policyForEverybody(connection: Connection): Promise<void> {
  const rules = [
    { apiGroups: ['policy'], resources: ['podsecuritypolicies'], resourceNames: ['eks.privileged'], verbs: ['use'] },
  ];
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: ROLE };
  const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'Group', name: 'system:authenticated' }];
  const binding = { metadata: { name: 'eks:podsecuritypolicy:authenticated' }, roleRef, subjects };
  await create(connection, `${RBAC}/clusterroles`, { metadata: { name: ROLE }, rules });
  await create(connection, `${RBAC}/clusterrolebindings`, binding);
}

async function create(connection: Connection, path: string, body: object): Promise<void> {
  const answer = await connection.call({ method: 'POST', path, body });
  if (answer.kind !== 'value') throw new TypeError(`${path}: ${answer.code} ${answer.message}`);
}
