import type { Cluster } from '#domain/eks/cluster';
import { EXIT } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';
import type { Answer } from '#ports/answer';

/** The cluster, or why nothing can be begun: nothing was changed, exit 3. */
export function describedCluster(answer: Answer<Cluster>, name: string, region: string): Cluster {
  if (answer.kind === 'value') return answer.value;
  const words = `${answer.message} [${answer.code}]`;
  if (answer.kind === 'unknown') {
    throw blocked(
      'EksUnreachable',
      `EKS in ${region} gave no answer about cluster ${name}: ${words}`,
      'check the network, HTTPS_PROXY and --region',
    );
  }
  if (answer.status === 404) {
    throw blocked(
      'NoSuchCluster',
      `there is no cluster ${name} in ${region}: ${words}`,
      'check --cluster, --region and --profile',
    );
  }
  if (answer.status === 401 || answer.status === 403 || /Token|Credential|AccessDenied/.test(answer.code)) {
    const hint = `renew the credentials, or allow eks:DescribeCluster: aws eks describe-cluster --name ${name} --region ${region}`;
    throw blocked('NotAllowed', `EKS in ${region} does not let us describe cluster ${name}: ${words}`, hint);
  }
  throw blocked(
    'ClusterNotDescribed',
    `EKS in ${region} did not describe cluster ${name}: ${words}`,
    'try again later',
  );
}

const blocked = (code: string, message: string, hint: string): UpgradeError =>
  new UpgradeError(code, message, { hint, exit: EXIT.blocked });

/** Account and region of an ARN: `arn:aws:eks:ap-northeast-1:123456789012:cluster/ekstest`. */
export function accountAndRegion(arn: string): { readonly account: string; readonly region: string } {
  const [, , , region, account] = arn.split(':');
  if (region && account) return { account, region };
  throw new UpgradeError('ArnUnreadable', `"${arn}" is not the ARN of a cluster`, { exit: EXIT.blocked });
}

/** What makes two clusters the same one for a resume. */
export function targetOf(cluster: Cluster): Readonly<Record<string, string>> {
  const { name, arn, createdAt, endpoint } = cluster;
  return { name, arn, createdAt, endpoint, ...accountAndRegion(arn) };
}
