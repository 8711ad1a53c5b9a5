import { rightAsQuestion, rightInWords } from '../rights/kubernetes-right.ts';
import { minorOf } from '../versions/minor.ts';
import { type Concern, defineCheck } from './check.ts';
import type { RightAnswer } from './facts.ts';

/** EKS and the API server answer, speak of the same cluster, and grant every right that the run uses. */
export const reachabilityAndRights = defineCheck({
  name: 'reachability-and-rights',
  guards: ['control-plane', 'new-nodes', 'drain', 'delete-old-nodes', 'addons'],
  needs: ['cluster', 'apiServer', 'rights'],
  judge: ({ cluster, apiServer, rights }) => [
    ...judgeStatus(cluster.name, cluster.status),
    ...judgeSameCluster(cluster.name, cluster.version, apiServer.gitVersion),
    ...rights.filter(({ allowed }) => !allowed).map(lacking),
  ],
});

function judgeStatus(name: string, status: string): readonly Concern[] {
  if (status === 'ACTIVE' || status === 'UPDATING') return [];
  return [
    {
      code: 'CLUSTER_NOT_ACTIVE',
      severity: 'block',
      object: name,
      why: `EKS says the cluster is ${status}; an update needs ACTIVE`,
      whatToDo: `aws eks describe-cluster --name ${name} --query cluster.health`,
    },
  ];
}

// While an update runs the API server may be one minor ahead of what EKS says; more cannot be the same cluster.
function judgeSameCluster(name: string, version: string, gitVersion: string): readonly Concern[] {
  const [said, seen] = [minorOf(version), minorOf(gitVersion)];
  if (said !== null && seen !== null && Math.abs(seen - said) <= 1) return [];
  return [
    {
      code: 'API_SERVER_OF_ANOTHER_CLUSTER',
      severity: 'block',
      object: name,
      why: `EKS says the cluster is at ${version}, but the API server that was reached is ${gitVersion}`,
      whatToDo: 'check --context and --kubeconfig: kubectl config current-context',
    },
  ];
}

function lacking({ right, reason }: RightAnswer): Concern {
  return {
    code: 'RIGHT_MISSING',
    severity: 'block',
    object: rightInWords(right).replaceAll(' ', ':'),
    why: `the identity that runs upgrade may not ${rightInWords(right)}${reason === '' ? '' : `: ${reason}`}`,
    whatToDo: `grant it (upgrade permissions -o rbac | kubectl apply -f -); then this says yes: ${rightAsQuestion(right)}`,
  };
}
