import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';
import type { AwsCredentialIdentity } from '@smithy/types';

export interface TokenOf {
  readonly cluster: string;
  readonly region: string;
  readonly credentials: AwsCredentialIdentity;
  /** The moment of signing; the token is good for 15 minutes from then. */
  readonly signingDate: Date;
}

/**
 * A bearer token as `aws eks get-token` makes it: a presigned STS GetCallerIdentity that names the cluster in a signed
 * header (https://github.com/kubernetes-sigs/aws-iam-authenticator#api-authorization-from-outside-a-cluster).
 */
export async function clusterToken({ cluster, region, credentials, signingDate }: TokenOf): Promise<string> {
  const signer = new SignatureV4({ credentials, region, service: 'sts', sha256: Sha256 });
  const hostname = stsHost(region);
  const request = {
    method: 'GET',
    protocol: 'https:',
    hostname,
    path: '/',
    query: { Action: 'GetCallerIdentity', Version: '2011-06-15' },
    headers: { host: hostname, 'x-k8s-aws-id': cluster },
  };
  const { query } = await signer.presign(request, { expiresIn: 60, signingDate });
  const url = `https://${hostname}/?${new URLSearchParams(query as Record<string, string>)}`;
  return `k8s-aws-v1.${Buffer.from(url).toString('base64url')}`;
}

/**
 * The regional STS host. Always AWS's own: the authenticator accepts no other in a token, so an endpoint override of the
 * environment, which counts for calls, does not count here.
 */
export function stsHost(region: string): string {
  const [, suffix = 'amazonaws.com'] = SUFFIXES.find(([prefix]) => region.startsWith(prefix)) ?? [];
  return `sts.${region}.${suffix}`;
}

// DNS suffixes of the partitions: https://github.com/aws/aws-sdk-go-v2/blob/main/internal/endpoints/awsrulesfn/partitions.json
const SUFFIXES: readonly (readonly [string, string])[] = [
  ['cn-', 'amazonaws.com.cn'],
  ['us-iso-', 'c2s.ic.gov'],
  ['us-isob-', 'sc2s.sgov.gov'],
  ['us-isof-', 'csp.hci.ic.gov'],
  ['eu-isoe-', 'cloud.adc-e.uk'],
  ['eusc-', 'amazonaws.eu'],
];
