import type { RequestOptions } from 'node:https';
import { type Cluster, KubeConfig } from '@kubernetes/client-node';
import { EXIT } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';
import { type Answer, value } from '#ports/answer';
import type { Login, LoginOptions } from './login.ts';

export interface KubeconfigOptions {
  /** A file; default: KUBECONFIG, ~/.kube/config, then the service account of the pod. */
  readonly kubeconfig?: string;
  /** Default: the current context. */
  readonly context?: string;
}

/** The way in by a kubeconfig: certificates, tokens and exec plugins as kubectl has them. */
export function kubeconfigLogin(of: KubeconfigOptions): Login {
  let config = load(of);
  let pending: Promise<Answer<LoginOptions>> | null = null;
  let last: LoginOptions | null = null;
  const { server, proxyUrl } = clusterOf(config, of);
  return {
    server,
    ...(proxyUrl && { proxyUrl }),
    async credentials() {
      // Requests that start together share one run of an exec plugin; what it gave is kept by the configuration.
      pending ??= credentials(config);
      const answer = await pending;
      pending = null;
      if (answer.kind === 'value') last = answer.value;
      return answer;
    },
    renew: (refused) => {
      if (last !== null && tokenOf(refused) !== tokenOf(last)) return;
      // A plugin's token is kept inside of the configuration until it says it expires.
      config = load(of);
    },
  };
}

const tokenOf = ({ headers }: LoginOptions): unknown =>
  (headers as Readonly<Record<string, unknown>> | undefined)?.Authorization;

async function credentials(config: KubeConfig): Promise<Answer<LoginOptions>> {
  const options: RequestOptions = {};
  try {
    await config.applyToHTTPSOptions(options);
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message.trim() : String(thrown);
    return { kind: 'refused', status: 401, code: 'KubeconfigCredentials', message, causes: [] };
  }
  const { agent: _unused, ...rest } = options;
  return value(rest);
}

function load({ kubeconfig, context }: KubeconfigOptions): KubeConfig {
  const config = new KubeConfig();
  try {
    if (kubeconfig === undefined) config.loadFromDefault();
    else config.loadFromFile(kubeconfig);
  } catch (cause) {
    // The client stumbles over a file that is empty or some other YAML; its words say nothing about the file.
    if (cause instanceof TypeError) throw unusable(`${kubeconfig ?? 'KUBECONFIG'} is empty or no kubeconfig`);
    throw unusable(
      `the kubeconfig ${kubeconfig ?? ''} cannot be read: ${cause instanceof Error ? cause.message : cause}`,
    );
  }
  if (context !== undefined) config.setCurrentContext(context);
  return config;
}

function clusterOf(config: KubeConfig, { kubeconfig, context }: KubeconfigOptions): Cluster {
  const cluster = config.getCurrentCluster();
  const where = kubeconfig ?? 'the kubeconfig';
  if (cluster === null) {
    const contexts =
      config
        .getContexts()
        .map((it) => it.name)
        .join(', ') || 'none';
    throw unusable(`${where} has no context ${context ?? '(no current one is set)'}; it has: ${contexts}`);
  }
  // What the client falls back to when there is no kubeconfig at all.
  if (cluster.name === 'cluster' && cluster.server === 'http://localhost:8080')
    throw unusable('no kubeconfig was found');
  return cluster;
}

const unusable = (text: string): UpgradeError =>
  new UpgradeError('KubeconfigUnusable', text, {
    hint: 'name a file with --kubeconfig and a context with --context, or leave both out to use your AWS credentials',
    exit: EXIT.usage,
  });
