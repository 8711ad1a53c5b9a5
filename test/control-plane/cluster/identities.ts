import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeKubeconfig } from '#twin/http/kubeconfig';

/** Who speaks with the API server; the last two are parts of the control plane and have the rights that Kubernetes gives them. */
const USERS = {
  admin: { name: 'admin', group: 'system:masters' },
  eks: { name: 'eks', group: 'system:masters' },
  kubelets: { name: 'kubelets', group: 'system:masters' },
  controllers: { name: 'system:kube-controller-manager', group: null },
  scheduler: { name: 'system:kube-scheduler', group: null },
} as const;

export type Identity = keyof typeof USERS;

/** Tokens that the API server knows, and kubeconfigs (0600) with them. */
export interface Identities {
  /** For `--token-auth-file`. */
  readonly tokenFile: string;
  readonly token: (identity: Identity) => string;
  readonly kubeconfig: (identity: Identity) => string;
}

/** Makes up a token for each and writes them below `folder`. */
export async function writeIdentities(folder: string, server: string, caPem: string): Promise<Identities> {
  const tokens = new Map<Identity, string>();
  const kubeconfigs = new Map<Identity, string>();
  for (const identity of Object.keys(USERS) as Identity[]) {
    const token = randomBytes(16).toString('hex');
    tokens.set(identity, token);
    const access = { cluster: 'real', server, caPem, token };
    kubeconfigs.set(identity, await writeKubeconfig(join(folder, 'access', identity), access));
  }
  const tokenFile = join(folder, 'tokens.csv');
  await writeFile(tokenFile, [...tokens].map(lineOf).join(''), { mode: 0o600 });
  return { tokenFile, token: (it) => tokens.get(it) ?? '', kubeconfig: (it) => kubeconfigs.get(it) ?? '' };
}

/** Token, name, uid and groups: https://kubernetes.io/docs/reference/access-authn-authz/authentication/#static-token-file */
function lineOf([identity, token]: readonly [Identity, string]): string {
  const { name, group } = USERS[identity];
  return `${token},${name},${identity}${group === null ? '' : `,"${group}"`}\n`;
}
