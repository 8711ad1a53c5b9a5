import { classifyLack } from '#domain/answers/classify';
import type { Cluster } from '#domain/eks/cluster';
import type { FailureCode } from '#errors/catalogue/catalogue';
import { EXIT } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';
import type { Answer } from '#ports/answer';

/** The cluster, or why nothing can be begun: nothing was changed, exit 3. */
export function describedCluster(answer: Answer<Cluster>, name: string, region: string): Cluster {
  if (answer.kind === 'value') return answer.value;
  const words = `${answer.message} [${answer.code}]`;
  if (answer.kind === 'unknown') {
    throw blocked(
      'ApiUnreachable',
      `EKS in ${region} gave no answer about cluster ${name}: ${words}`,
      'check the network, HTTPS_PROXY and --region',
    );
  }
  if (answer.status === 404) {
    throw blocked(
      'ClusterNotFound',
      `there is no cluster ${name} in ${region}: ${words}`,
      'check --cluster, --region and --profile',
    );
  }
  const { kind } = classifyLack(answer);
  if (kind === 'credentials') {
    throw blocked(
      'CredentialsExpired',
      `no valid AWS credentials to ask EKS in ${region} about cluster ${name}: ${words}`,
      'sign in again (for example "aws sso login") or check --profile; then this answers: aws sts get-caller-identity',
    );
  }
  if (kind === 'forbidden') {
    const hint = `allow eks:DescribeCluster; then this answers: aws eks describe-cluster --name ${name} --region ${region}`;
    throw blocked('Forbidden', `EKS in ${region} does not let us describe cluster ${name}: ${words}`, hint);
  }
  throw blocked(
    'ClusterNotDescribed',
    `EKS in ${region} did not describe cluster ${name}: ${words}`,
    `see its answer by hand: aws eks describe-cluster --name ${name} --region ${region}`,
  );
}

const blocked = (code: FailureCode, message: string, hint: string): UpgradeError =>
  new UpgradeError(code, message, { hint, exit: EXIT.blocked });

/** Account and region of an ARN: `arn:aws:eks:ap-northeast-1:123456789012:cluster/ekstest`. */
export function accountAndRegion(arn: string): { readonly account: string; readonly region: string } {
  const [, , , region, account] = arn.split(':');
  if (region && account) return { account, region };
  throw new UpgradeError('ArnUnreadable', `EKS gives the cluster the ARN "${arn}", which names no account or region`, {
    hint: 'somebody other than EKS may have answered: look at AWS_ENDPOINT_URL and HTTPS_PROXY',
    exit: EXIT.blocked,
  });
}

/** What makes two clusters the same one for a resume. */
export function targetOf(cluster: Cluster): Readonly<Record<string, string>> {
  const { name, arn, createdAt, endpoint } = cluster;
  return { name, arn, createdAt, endpoint, ...accountAndRegion(arn) };
}
