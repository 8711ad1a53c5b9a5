import type { Entry } from './entry.ts';

/** Findings about the cluster, its APIs and its control plane. */
export const CLUSTER_FINDINGS = {
  CLUSTER_NOT_FOUND: {
    title: 'EKS knows no cluster of this name',
    means: 'Block. EKS answered with its own 404 to the question for the cluster.',
    state: null,
    todo: '`aws eks list-clusters`; correct `--cluster`, `--region` or `--profile`.',
  },
  CLUSTER_NOT_ACTIVE: {
    title: 'the cluster is neither ACTIVE nor UPDATING',
    means: 'Block. EKS says CREATING, DELETING, FAILED or PENDING; it takes no update then.',
    state: null,
    todo: '`aws eks describe-cluster --name <cluster> --query cluster.health`',
    source: 'https://docs.aws.amazon.com/eks/latest/APIReference/API_Cluster.html',
  },
  API_SERVER_OF_ANOTHER_CLUSTER: {
    title: 'the API server is not of the cluster that EKS speaks of',
    means:
      'Block. Their versions differ by more than one minor, which cannot be the same cluster even during an update.',
    state: null,
    todo: '`kubectl config current-context`; correct `--context` and `--kubeconfig`, or leave both out.',
  },
  KUBECONFIG_ELSEWHERE: {
    title: 'the kubeconfig has another address than the cluster',
    means:
      'The name under which a tunnel to the cluster is accepted. Without it the command ends with KubeconfigElsewhere.',
    state: null,
    todo: 'Only if the address is a tunnel to this very cluster: `--accept KUBECONFIG_ELSEWHERE=<address>`.',
  },
  CLUSTER_HELD: {
    title: 'the Lease names a run whose log is lost',
    means:
      'The name under which the cluster is taken from another run. Without it the command ends with ClusterHeld. A run whose log can be read and has ended needs no such name.',
    state: null,
    todo: 'Only if nobody drives that run and its log is lost: `--accept CLUSTER_HELD=<id of the run>`. A runner of it that lives after all stops at its next act on EKS, and within 30 s at its next on nodes and pods.',
  },
  CLOCK_DIFFERS: {
    title: 'the clock of this machine differs from that of the API server',
    means:
      'Risk from 5 s, block from 60 s. The end of the grace of a pod is an instant of the server; compared with a wrong clock every pod seems stuck, or none.',
    state: null,
    todo: 'Set the clock of the machine that runs upgrade: `timedatectl status`, `chronyc tracking`.',
  },
  RIGHT_MISSING: {
    title: 'the identity lacks a right in Kubernetes',
    means:
      'Block. The API server itself was asked (SelfSubjectAccessReview) for each right that the run uses, and says no to this one.',
    state: null,
    todo: 'Grant it by a ClusterRole; the finding holds the question that must say yes: `kubectl auth can-i …`.',
    source: 'https://kubernetes.io/docs/reference/access-authn-authz/authorization/',
  },
  CREDENTIALS_EXPIRED: {
    title: 'the credentials are not accepted',
    means: 'Block. AWS or the API server does not know who asks, so a fact that checks need is missing.',
    state: null,
    todo: 'Sign in until `aws sts get-caller-identity` answers; for Kubernetes the identity also needs an access entry (or a line in aws-auth).',
    source: 'https://docs.aws.amazon.com/eks/latest/userguide/access-entries.html',
  },
  FORBIDDEN: {
    title: 'the identity may not read what a check needs',
    means: 'Block. The API answered 403 to a question; which one is the object of the finding.',
    state: null,
    todo: 'Grant the right behind the command in the finding.',
  },
  FACT_NOT_FOUND: {
    title: 'what a check asks about does not exist',
    means:
      'Block. The API answered 404 to a question of a check, for example for a node group that was deleted at this moment.',
    state: null,
    todo: 'See the same answer with the command in the finding, then check again: `upgrade plan`.',
  },
  FACT_REFUSED: {
    title: 'the API refuses a question of a check',
    means: 'Block. Neither credentials, rights nor a 404; its words are in the finding.',
    state: null,
    todo: 'See the same answer with the command in the finding.',
  },
  API_UNREACHABLE: {
    title: 'an API does not answer',
    means:
      'Block. EKS, EC2 or Kubernetes gave no answer, or none that can be read. It is named once, also when many checks need it.',
    state: null,
    todo: 'Reach it from here first, with the command in the finding; look at HTTPS_PROXY and NO_PROXY.',
  },
  CHECK_UNKNOWN: {
    title: 'the runbook asks for a check that this version does not have',
    means: 'Block. A check that was wanted must not be left out in silence.',
    state: null,
    todo: 'Use one of the names in the finding, or the version of upgrade that has the check.',
  },
  CONTROL_PLANE_AT_TARGET: {
    title: 'the control plane is at the target already',
    means: 'Info. Only what is behind it is moved.',
    state: null,
    todo: 'Nothing.',
  },
  WRONG_START_VERSION: {
    title: 'the cluster is not where the hop begins',
    means: 'Block. A control plane moves one minor at a time.',
    state: null,
    todo: 'Use the runbook that starts at the version of the cluster.',
    source: 'https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html',
  },
  UPDATE_IN_FLIGHT: {
    title: 'the cluster or a node group is being changed',
    means:
      'Block. An update is in progress that is not the one this run wants, or EKS says UPDATING without naming one.',
    state: null,
    todo: 'Wait for its end, with the command in the finding.',
  },
  UPDATE_ADOPTED: {
    title: 'the wanted update is under way already',
    means: 'Info. The run follows it and starts no second one.',
    state: null,
    todo: 'Nothing.',
  },
  PSP_MISSING: {
    title: 'the default PodSecurityPolicy is missing',
    means: 'Block. Below 1.25 EKS needs eks.privileged; without it pods may be refused after the update.',
    state: null,
    todo: 'Restore it as the EKS user guide shows; then this answers: `kubectl get psp eks.privileged`.',
    source: 'https://docs.aws.amazon.com/eks/latest/userguide/pod-security-policy.html',
  },
  REMOVED_API_IN_USE: {
    title: 'somebody uses an API that the target no longer serves',
    means:
      'Block: an object was written by it (its managed fields, or what kubectl apply noted, name the version and who it was), or an EKS upgrade insight says ERROR. Risk: the insight says WARNING. The objects themselves stay; whoever uses the API so again is refused after the update.',
    state: null,
    todo: 'Move manifests and clients to the version in the finding and write the object once more. EKS looks once a day and remembers uses for 30 days: if what it has seen is past, accept it by name: `--accept REMOVED_API_IN_USE=<object>`.',
    source: 'https://kubernetes.io/docs/reference/using-api/deprecation-guide/',
  },
  INSIGHT_NOT_PASSING: {
    title: 'an EKS upgrade insight is ERROR or WARNING',
    means: 'Risk. It is not about a removed API; what it is about, most checks here look at themselves.',
    state: null,
    todo: 'Read it with the command in the finding.',
    source: 'https://docs.aws.amazon.com/eks/latest/userguide/cluster-insights.html',
  },
  INSIGHT_UNKNOWN: {
    title: 'an EKS upgrade insight is UNKNOWN',
    means: 'Info. EKS could not tell, which happens in healthy clusters; our own checks do not depend on it.',
    state: null,
    todo: 'Nothing.',
    source: 'https://docs.aws.amazon.com/eks/latest/userguide/cluster-insights.html',
  },
  INSIGHTS_UNREADABLE: {
    title: 'EKS does not tell its upgrade insights',
    means:
      'Risk. The identity lacks eks:ListInsights or eks:DescribeInsight, or EKS refuses. Objects written by a removed API are found all the same; clients that only read by it are not.',
    state: null,
    todo: 'Grant both actions (`upgrade permissions -o iam` has them), then plan again.',
    source: 'https://docs.aws.amazon.com/eks/latest/userguide/cluster-insights.html',
  },
  SUBNET_GONE: {
    title: 'a subnet of the cluster does not exist any more',
    means: 'Block. It was given to the cluster and EC2 does not know it; the update would fail with SubnetNotFound.',
    state: null,
    todo: '`aws eks update-cluster-config --name <cluster> --resources-vpc-config subnetIds=…` with other subnets in the same zones.',
  },
  TOO_FEW_ADDRESSES_FOR_CONTROL_PLANE: {
    title: 'the cluster subnets lack free addresses for the control plane',
    means: 'Block. An update takes up to five addresses in a subnet of each of two zones; fewer zones have them.',
    state: null,
    todo: 'Free addresses there, or give the cluster larger subnets: `aws eks update-cluster-config`.',
    source: 'https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html',
  },
} satisfies Readonly<Record<string, Entry>>;
