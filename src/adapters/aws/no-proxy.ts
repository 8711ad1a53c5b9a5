import { BlockList, isIP } from 'node:net';

/**
 * True when `NO_PROXY` says to go to `url` directly, or when it is on this machine. The rules of kubectl:
 * `example.com` means the host and all below it, `.example.com` and `*.example.com` all below it, `10.0.0.0/8` a network,
 * `host:443` one port, `*` everything. See https://pkg.go.dev/golang.org/x/net/http/httpproxy#Config.
 */
export function goesDirect(url: URL, noProxy: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const port = url.port || (url.protocol === 'http:' ? '80' : '443');
  if (host === 'localhost' || host === '::1' || isInNetwork(host, '127.0.0.0/8')) return true;
  const rules = noProxy.toLowerCase().split(/[\s,]+/);
  return rules.filter((it) => it !== '').some((rule) => matches(rule, host, port));
}

function matches(rule: string, host: string, port: string): boolean {
  if (rule === '*') return true;
  if (rule.includes('/')) return isInNetwork(host, rule);
  const [, name = rule, only] = /^([^:]+|\[.+\]):(\d+)$/.exec(rule) ?? [];
  if (only !== undefined && only !== port) return false;
  return isNamed(name.replace(/^\[|\]$/g, ''), host);
}

function isNamed(name: string, host: string): boolean {
  const suffix = name.replace(/^\*/, '');
  return suffix.startsWith('.')
    ? host.endsWith(suffix)
    : host === suffix || (isIP(host) === 0 && host.endsWith(`.${suffix}`));
}

function isInNetwork(host: string, rule: string): boolean {
  const [network = '', bits = ''] = rule.split('/');
  const family = familyOf(network);
  if (
    family === null ||
    family !== familyOf(host) ||
    !/^\d+$/.test(bits) ||
    Number(bits) > (family === 'ipv4' ? 32 : 128)
  )
    return false;
  const list = new BlockList();
  list.addSubnet(network, Number(bits), family);
  return list.check(host, family);
}

const familyOf = (address: string): 'ipv4' | 'ipv6' | null =>
  (({ 4: 'ipv4', 6: 'ipv6' }) as const)[isIP(address)] ?? null;
