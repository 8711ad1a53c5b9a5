import type { Agent } from 'node:http';
import { goesDirect } from './no-proxy.ts';

/** How the connections of an agent are kept, and the TLS settings of those that go through no proxy. */
export interface AgentSettings {
  readonly keepAlive: boolean;
}

/**
 * An agent for `http` and `https` that obeys HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY; undefined when none is set.
 * Neither the AWS SDK nor the Kubernetes client reads them by itself.
 */
export async function proxyAgent(environment: NodeJS.ProcessEnv, settings: AgentSettings): Promise<Agent | undefined> {
  const names = ['https_proxy', 'http_proxy', 'all_proxy'];
  if (names.every((name) => variable(environment, name) === '')) return undefined;
  return agentThrough((url) => proxyOf(url, environment), settings);
}

/** An agent that asks `proxy` for the proxy of each URL; an empty text means to go directly. */
export async function agentThrough(proxy: (url: string) => string, settings: AgentSettings): Promise<Agent> {
  const { ProxyAgent } = await import('proxy-agent');
  return new ProxyAgent({ ...settings, getProxyForUrl: proxy });
}

/** The proxy for one URL by the variables of `environment`, or an empty text. */
export function proxyOf(url: string, environment: NodeJS.ProcessEnv): string {
  const target = new URL(url);
  if (goesDirect(target, variable(environment, 'no_proxy'))) return '';
  const scheme = target.protocol === 'http:' ? 'http_proxy' : 'https_proxy';
  const proxy = variable(environment, scheme) || variable(environment, 'all_proxy');
  return proxy === '' || proxy.includes('://') ? proxy : `http://${proxy}`;
}

const variable = (environment: NodeJS.ProcessEnv, name: string): string =>
  environment[name] || environment[name.toUpperCase()] || '';
