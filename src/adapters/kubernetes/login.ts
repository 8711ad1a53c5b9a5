import type { RequestOptions } from 'node:https';
import type { Answer } from '#ports/answer';

/** How to get into one API server. */
export interface Login {
  /** Its URL; may have a path. Compare it with the endpoint of DescribeCluster before anything is changed. */
  readonly server: string;
  /** `proxy-url` of a kubeconfig; absent: the proxy variables of the environment count. */
  readonly proxyUrl?: string;
  /** TLS settings and the header `Authorization`, valid now. Refused with 401 when they cannot be had. */
  credentials(): Promise<Answer<LoginOptions>>;
  /** Forgets what is kept, if it is still `refused`: several requests may be refused at once, and one new token is enough. */
  renew(refused: LoginOptions): void;
}

export type LoginOptions = Pick<
  RequestOptions,
  'ca' | 'cert' | 'key' | 'pfx' | 'passphrase' | 'servername' | 'rejectUnauthorized' | 'auth' | 'headers'
>;
