import type { Changes } from '#adapters/clock/changes';
import type { Kubernetes } from '#ports/kubernetes';
import { connect } from './connection.ts';
import { createStores } from './live.ts';
import type { Login } from './login.ts';
import { reads } from './reads.ts';
import { writes } from './writes.ts';

export interface KubernetesOptions {
  readonly login: Login;
  /** The same as the clock's, so that it wakes whoever waits. */
  readonly changes: Changes;
  /** The clock of whoever relies on the stores: they are stale by it. Default: the machine's. */
  readonly now?: () => number;
  /** Default: the environment of the process. Only the proxy variables are read from it. */
  readonly environment?: NodeJS.ProcessEnv;
}

/** A cluster behind its API server. */
export async function openKubernetes({
  login,
  changes,
  now = () => Date.now(),
  environment = process.env,
}: KubernetesOptions): Promise<Kubernetes> {
  const connection = await connect(login, environment);
  const stores = createStores(connection, changes, now);
  return {
    ...reads(connection),
    ...writes(connection),
    live: () => stores.live(),
    close: async () => {
      stores.close();
      connection.close();
    },
  };
}
