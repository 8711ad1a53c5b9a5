import type { Command } from '../command.ts';

export const permissions: Command = {
  name: 'permissions',
  arguments: [],
  summary: 'print the rights in AWS and in Kubernetes that upgrade needs, each with its reason, ready to be granted',
  options: ['for', 'cluster', 'region', 'account', 'nodeRole', 'addonRole', 'group', 'output'],
  outputs: ['text', 'iam', 'rbac'],
  told: {
    cluster: 'the EKS cluster, for the ARNs',
    region: 'AWS region, for the ARNs',
    output: 'text; iam: a policy for aws iam create-policy; rbac: roles for kubectl apply -f -',
  },
  examples: [
    'upgrade permissions',
    'upgrade permissions -o iam --cluster prod --region eu-west-1 --account 111122223333 --node-role prod-nodes > policy.json',
    'upgrade permissions --for plan -o rbac | kubectl apply -f -',
  ],
  act: async (call) => (await import('../flow/show-permissions.ts')).showPermissions(call),
};
