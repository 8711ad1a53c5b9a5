import { answered } from '#adapters/aws/answer';
import type { Credentials } from '#adapters/aws/credentials';
import type { Cluster } from '#domain/eks/cluster';
import { type Answer, value } from '#ports/answer';
import type { Login, LoginOptions } from './login.ts';
import { clusterToken } from './token.ts';

/** A token is good for 15 minutes; it is made anew after 13, so that none is sent in its last minute. */
const KEPT_FOR = 13 * 60_000;

export interface TokenLoginOptions {
  readonly cluster: Pick<Cluster, 'name' | 'endpoint' | 'certificateAuthority'>;
  readonly region: string;
  readonly credentials: Credentials;
  /** Default: the clock of the machine. */
  readonly now?: () => number;
}

/** The way in by AWS credentials alone, when no kubeconfig was named: address and CA from DescribeCluster, a token of our own. */
export function tokenLogin({ cluster, region, credentials, now = Date.now }: TokenLoginOptions): Login {
  const ca = Buffer.from(cluster.certificateAuthority, 'base64').toString('utf8');
  let kept: { readonly login: Promise<Answer<LoginOptions>>; readonly since: number } | null = null;
  let last: LoginOptions | null = null;
  const make = async (): Promise<Answer<LoginOptions>> => {
    const made = await token({ cluster: cluster.name, region, credentials, now });
    return made.kind === 'value' ? value({ ca, headers: { Authorization: `Bearer ${made.value}` } }) : made;
  };
  return {
    server: cluster.endpoint,
    async credentials() {
      if (kept === null || now() - kept.since >= KEPT_FOR) kept = { login: make(), since: now() };
      const answer = await kept.login;
      if (answer.kind === 'value') last = answer.value;
      else kept = null;
      return answer;
    },
    renew: (refused) => {
      if (refused === last) kept = null;
    },
  };
}

interface Signing {
  readonly cluster: string;
  readonly region: string;
  readonly credentials: Credentials;
  readonly now: () => number;
}

const token = ({ cluster, region, credentials, now }: Signing): Promise<Answer<string>> =>
  answered(async () =>
    clusterToken({ cluster, region, credentials: await credentials(), signingDate: new Date(now()) }),
  );
