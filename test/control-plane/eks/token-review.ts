import { isEksToken } from '#twin/http/kubernetes/eks-token';

/** Who a caller is for Kubernetes. */
export interface Identity {
  readonly username: string;
  readonly groups: readonly string[];
}

/**
 * Answers a TokenReview as the authenticator of EKS does: the presigned URL in the token names an access key, and what an
 * access entry says of its owner is the user (https://docs.aws.amazon.com/eks/latest/userguide/access-entries.html).
 */
export function reviewToken(body: unknown, entries: ReadonlyMap<string, Identity>, now: number): object {
  const { apiVersion, spec } = body as { readonly apiVersion: string; readonly spec?: { readonly token?: string } };
  const token = spec?.token ?? '';
  const identity = isEksToken(token, now) ? entries.get(accessKeyOf(token)) : undefined;
  const status =
    identity === undefined
      ? { authenticated: false, error: 'the token is none of EKS, or nobody has an access entry for it' }
      : { authenticated: true, user: { ...identity, uid: identity.username } };
  return { apiVersion, kind: 'TokenReview', status };
}

/** `AKIA…` from the credential that the URL was signed with. */
function accessKeyOf(token: string): string {
  const url = new URL(Buffer.from(token.slice('k8s-aws-v1.'.length), 'base64url').toString('utf8'));
  const credential = [...url.searchParams].find(([key]) => key.toLowerCase() === 'x-amz-credential')?.[1] ?? '';
  return credential.split('/')[0] ?? '';
}
