import { type Entry, RETRY, UNTOUCHED } from './entry.ts';

/** Reaching AWS and Kubernetes, and finding the right cluster there. */
export const REACHING = {
  NoRegion: {
    title: 'no AWS region is configured',
    means: 'Neither `--region` nor AWS_REGION nor the profile names a region.',
    state: UNTOUCHED,
    todo: 'Add `--region <region>`, or `export AWS_REGION=<region>`.',
    source: 'https://docs.aws.amazon.com/sdkref/latest/guide/feature-region.html',
  },
  ClusterNotFound: {
    title: 'EKS knows no cluster of this name',
    means:
      'EKS answered with its own 404 when it was asked for the cluster: at the start, at a resume, or when the node groups were listed. The name, the region or the account is another one than meant.',
    state: 'Nothing was changed by this command. A run that was under way stands where it stood.',
    todo: '`aws eks list-clusters --region <region>` and `aws sts get-caller-identity` show where you are; correct `--cluster`, `--region` or `--profile`.',
  },
  ClusterNotDescribed: {
    title: 'EKS refused to describe the cluster for a reason of its own',
    means:
      'Asked for the cluster at the start or at a resume, EKS refused, and not for credentials, rights or a wrong name. Its code and words are in the message.',
    state: UNTOUCHED,
    todo: 'See the same answer by hand: `aws eks describe-cluster --name <cluster>`. Then type the command again.',
  },
  ApiUnreachable: {
    title: 'EKS or the API server does not answer',
    means:
      'At the start or at a resume no answer came, or none that could be read: no network, a proxy in between, throttling, or an API that is down. An answer that cannot be read is never taken for "there is none".',
    state: 'Nothing was changed by this command. A run that was under way stands where it stood.',
    todo: 'Check the network, HTTPS_PROXY, NO_PROXY and `--region`; these have to answer: `aws eks describe-cluster --name <cluster>`, `kubectl version`. Then type the command again.',
  },
  CredentialsExpired: {
    title: 'the credentials are missing or no longer accepted',
    means:
      'AWS or the API server does not know who asks: no credentials were found, they have expired, or (Kubernetes) the identity has no access entry. While a run works this is a pause, not a failure: the step is not counted as failed.',
    state: 'Nothing was half done: the step looks again after the resume. EKS goes on with an update that was started.',
    todo: 'Sign in again (for example `aws sso login`) until `aws sts get-caller-identity` answers; then `upgrade resume`, or start again if nothing had begun.',
    source: 'https://docs.aws.amazon.com/eks/latest/userguide/access-entries.html',
  },
  Forbidden: {
    title: 'the identity lacks a right',
    means: 'AWS or the API server knows who asks and answers 403. The request and the missing right are in its words.',
    state: 'The refused request changed nothing; what the run did before stands.',
    todo: `Grant the right that the message names (\`kubectl auth can-i --list\`, or the IAM policy). ${RETRY}`,
    source: 'https://docs.aws.amazon.com/eks/latest/userguide/security-iam.html',
  },
  ArnUnreadable: {
    title: 'the ARN of the cluster has no account or region',
    means:
      'EKS gave a cluster ARN that does not name an account and a region; without them the run has no place for its log.',
    state: UNTOUCHED,
    todo: 'See what EKS says: `aws eks describe-cluster --name <cluster> --query cluster.arn`. A proxy or a test endpoint in between is the usual cause (AWS_ENDPOINT_URL).',
  },
  IncompleteAnswer: {
    title: 'an answer lacks a field that AWS always sends',
    means: 'Somebody other than AWS has answered, such as a proxy. It counts as no answer: the run asks again.',
    state: null,
    todo: 'Look at what stands between: HTTPS_PROXY, AWS_ENDPOINT_URL.',
  },
  KubeconfigUnusable: {
    title: 'the kubeconfig leads nowhere',
    means: 'The file named by `--kubeconfig` (or KUBECONFIG) cannot be read, or has no context of the name given.',
    state: UNTOUCHED,
    todo: '`kubectl config get-contexts` lists the contexts. Or leave out both options: then a token is made from your AWS credentials.',
  },
  KubeconfigElsewhere: {
    title: 'the kubeconfig leads to another API server than the cluster that was named',
    means:
      'The address in the kubeconfig is not the endpoint that EKS gives for `--cluster`. Updating one cluster and draining another is the worst that could happen, so it is refused.',
    state: UNTOUCHED,
    todo: 'Use the context of this cluster, or leave out `--kubeconfig` and `--context`. If it is a tunnel to the same cluster: `--accept KUBECONFIG_ELSEWHERE=<address as in the message>`.',
  },
  WrongStartVersion: {
    title: 'the cluster is not at the version where this hop begins',
    means:
      'Neither at the version that the hop goes from nor at the one it goes to. Seen when the cluster is opened, and again right before the update is started (then somebody has moved it meanwhile).',
    state: 'The control plane was not touched by this run.',
    todo: '`aws eks describe-cluster --name <cluster> --query cluster.version`; use the runbook that starts there, one minor at a time. A run that was under way: `upgrade abort`.',
    source: 'https://docs.aws.amazon.com/eks/latest/userguide/update-cluster.html',
  },
  ClusterHeld: {
    title: 'another run holds this cluster',
    means:
      'The Lease kube-system/eks-upgrade-runbook names another run. One run per cluster: a second one is not begun, wherever its log is. The message names the run, who started it and where its log is.',
    state: 'This command changed nothing; the other run may have.',
    todo: 'Go on with that run (`upgrade resume <its log>`) or give it up (`upgrade abort <its log>`). Only if its log is lost and nobody drives it: `upgrade run … --accept CLUSTER_HELD=<id of that run>`. A run whose log can be read and says that it has ended does not hold the cluster: the next one takes its Lease.',
  },
  LeaseUnreadable: {
    title: 'the Lease that names the run cannot be read',
    means:
      'No run was found on this machine, so the cluster was asked which run holds it; the API server did not tell.',
    state: UNTOUCHED,
    todo: 'Name the run yourself: its folder, or `--state <folder>`. Or mend what the API server says: `kubectl get lease eks-upgrade-runbook -n kube-system`.',
  },
} satisfies Readonly<Record<string, Entry>>;
