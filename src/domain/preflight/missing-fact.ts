import type { Answered, Unanswered } from '../answers/answered.ts';
import { classifyLack } from '../answers/classify.ts';
import type { Concern } from './check.ts';
import type { FactName } from './facts.ts';

interface Source {
  readonly what: string;
  readonly from: 'EKS' | 'EC2' | 'Kubernetes';
  /** How to see the same answer by hand. */
  readonly command: (cluster: string) => string;
}

const SOURCES: Readonly<Record<FactName, Source>> = {
  cluster: eks('the cluster', (cluster) => `aws eks describe-cluster --name ${cluster}`),
  nodegroups: eks('the node groups', (cluster) => `aws eks list-nodegroups --cluster-name ${cluster}`),
  addons: eks('the add-ons', (cluster) => `aws eks list-addons --cluster-name ${cluster}`),
  updates: eks('the updates', (cluster) => `aws eks list-updates --name ${cluster}`),
  insights: eks('the upgrade insights', (cluster) => `aws eks list-insights --cluster-name ${cluster}`),
  subnets: { what: 'the subnets', from: 'EC2', command: () => 'aws ec2 describe-subnets' },
  instanceTypes: { what: 'the instance types', from: 'EC2', command: () => 'aws ec2 describe-instance-types' },
  apiServer: kubernetes('the version of the API server', 'kubectl version'),
  rights: kubernetes('the rights', 'kubectl auth can-i --list'),
  nodes: kubernetes('the nodes', 'kubectl get nodes'),
  pods: kubernetes('the pods', 'kubectl get pods -A'),
  workloads: kubernetes('the workloads', 'kubectl get deployments,statefulsets,daemonsets,replicasets -A'),
  budgets: kubernetes('the disruption budgets', 'kubectl get pdb -A'),
  removedKinds: kubernetes('the objects of APIs that are going', 'kubectl api-resources'),
  privilegedPolicy: kubernetes('the policy eks.privileged', 'kubectl get psp eks.privileged'),
};

/** The finding for a fact that could not be had; none when there is an answer. */
export function missingFact(name: FactName, fact: Answered<unknown> | undefined, cluster: string): readonly Concern[] {
  if (fact?.kind === 'value') return [];
  const answer: Unanswered = fact ?? { kind: 'unknown', code: 'NotAsked', message: 'it was not asked for' };
  const source = SOURCES[name];
  const { code, whatToDo } = verdict(name, source, answer, cluster);
  const why = `${source.from} does not tell ${source.what} of ${cluster}: ${classifyLack(answer).reason}`;
  return [{ code, severity: 'block', object: name === 'cluster' ? cluster : name, why, whatToDo }];
}

/** Whether a finding about a missing fact of this name is about the Kubernetes API. */
export const isAskedOfKubernetes = (name: string): boolean =>
  Object.hasOwn(SOURCES, name) && SOURCES[name as FactName].from === 'Kubernetes';

function verdict(
  name: FactName,
  source: Source,
  answer: Unanswered,
  cluster: string,
): Pick<Concern, 'code' | 'whatToDo'> {
  const command = source.command(cluster);
  switch (classifyLack(answer).kind) {
    case 'credentials':
      return { code: 'CREDENTIALS_EXPIRED', whatToDo: signIn(source) };
    case 'forbidden':
      return { code: 'FORBIDDEN', whatToDo: `grant the identity that runs upgrade the right behind: ${command}` };
    case 'absent':
      return name === 'cluster'
        ? { code: 'CLUSTER_NOT_FOUND', whatToDo: 'check name, region and account: aws eks list-clusters' }
        : { code: 'FACT_NOT_FOUND', whatToDo: `look at: ${command}` };
    case 'wait':
      return { code: 'API_UNREACHABLE', whatToDo: `reach the ${source.from} API from here first: ${command}` };
    default:
      return { code: 'FACT_REFUSED', whatToDo: `look at: ${command}` };
  }
}

// The API server says the same to an expired token and to an identity that it has never heard of.
const signIn = ({ from, command }: Source): string =>
  from === 'Kubernetes'
    ? `sign in again; if "aws sts get-caller-identity" answers, the cluster does not know this identity: give it an access entry (or a line in aws-auth), or renew the token in the kubeconfig; then this answers: ${command('')}`
    : 'sign in again: aws sts get-caller-identity has to answer';

function eks(what: string, command: (cluster: string) => string): Source {
  return { what, from: 'EKS', command };
}

function kubernetes(what: string, command: string): Source {
  return { what, from: 'Kubernetes', command: () => command };
}
