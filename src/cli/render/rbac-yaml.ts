import type { Permissions, PermissionsOf } from '../../compose/composition.ts';

type Role = Permissions['rbac'][number];
type Rule = Role['rules'][number];

/** Roles and their bindings to a group, for `kubectl apply -f -`; each rule with its reason, and how an IAM role gets the group. */
export function rbacYaml({ rbac }: Permissions, { purpose, cluster, account }: PermissionsOf, group: string): string {
  const name = `eks-upgrade-runbook-${purpose}`;
  const head = `# What upgrade needs in Kubernetes${purpose === 'run' ? '' : ` (--for ${purpose})`}. The IAM role that runs it gets the group:
#   aws eks create-access-entry --cluster-name ${cluster ?? 'CLUSTER'} --principal-arn arn:aws:iam::${account ?? 'ACCOUNT'}:role/ROLE --kubernetes-groups ${group}
# (https://docs.aws.amazon.com/eks/latest/userguide/creating-access-entries.html; a cluster that has the ConfigMap aws-auth
# alone: a line in mapRoles with this group). Discovery, /version and reviews of its own access are every user's.
`;
  return head + rbac.flatMap((role) => [roleOf(role, name), bindingOf(role, name, group)]).join('---\n');
}

function roleOf({ namespace, rules }: Role, name: string): string {
  return `apiVersion: rbac.authorization.k8s.io/v1
kind: ${namespace === null ? 'ClusterRole' : 'Role'}
metadata: ${placeOf(namespace, name)}
rules:
${rules.map(ruleOf).join('')}`;
}

function ruleOf({ why, rule }: Rule): string {
  const fields = Object.entries(rule).map(
    ([key, items]) => `${key}: [${(items as readonly string[]).map(word).join(', ')}]`,
  );
  return `${why.map((it) => `  # ${it}\n`).join('')}  - ${fields.join('\n    ')}\n`;
}

function bindingOf({ namespace }: Role, name: string, group: string): string {
  const kind = namespace === null ? 'ClusterRole' : 'Role';
  return `apiVersion: rbac.authorization.k8s.io/v1
kind: ${kind}Binding
metadata: ${placeOf(namespace, name)}
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ${kind}, name: ${name} }
subjects:
  - { apiGroup: rbac.authorization.k8s.io, kind: Group, name: ${word(group)} }
`;
}

const placeOf = (namespace: string | null, name: string): string =>
  namespace === null ? `{ name: ${name} }` : `{ name: ${name}, namespace: ${namespace} }`;

const word = (text: string): string => (/^[A-Za-z][A-Za-z0-9./_-]*$/.test(text) ? text : JSON.stringify(text));
