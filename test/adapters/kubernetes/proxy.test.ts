import { expect, it, onTestFinished } from 'vitest';
import { createChanges } from '#adapters/clock/changes';
import { openKubernetes } from '#adapters/kubernetes/open';
import { apiServer, bearerLogin, sendJson } from '../../builders/api-server.ts';
import { proxyServer } from '../../builders/proxy-server.ts';

async function cluster(environment: (proxy: string) => NodeJS.ProcessEnv, proxyUrl?: (proxy: string) => string) {
  const server = await apiServer((_, response) =>
    sendJson(response, 200, { gitVersion: 'v1.34.4', metadata: { name: 'a' } }),
  );
  const proxy = await proxyServer(Number(new URL(server.url).port));
  // The certificate is good for api.test, which no resolver knows: only the proxy can lead there.
  const login = {
    ...bearerLogin(server),
    server: 'https://api.test',
    ...(proxyUrl && { proxyUrl: proxyUrl(proxy.url) }),
  };
  const kubernetes = await openKubernetes({ login, changes: createChanges(), environment: environment(proxy.url) });
  onTestFinished(() => kubernetes.close());
  return { kubernetes, proxy, server };
}

it('goes through HTTPS_PROXY by a tunnel that is kept, but asks for the version through a new one each time', async () => {
  const { kubernetes, proxy, server } = await cluster((url) => ({ HTTPS_PROXY: url }));
  expect((await kubernetes.getNode('a')).kind).toBe('value');
  expect((await kubernetes.getNode('a')).kind).toBe('value');
  expect(proxy.asked).toEqual(['CONNECT api.test:443']);
  expect((await kubernetes.version()).kind).toBe('value');
  expect((await kubernetes.version()).kind).toBe('value');
  expect(proxy.asked).toHaveLength(3);
  expect(new Set(server.asked.map((it) => it.connection)).size).toBe(3);
});

it('goes through the proxy-url of a kubeconfig, whatever the environment says', async () => {
  const { kubernetes, proxy } = await cluster(
    () => ({ NO_PROXY: '*' }),
    (url) => url,
  );
  expect((await kubernetes.getNode('a')).kind).toBe('value');
  expect(proxy.asked).toEqual(['CONNECT api.test:443']);
});

it('leaves the proxy out where NO_PROXY says so', async () => {
  const { kubernetes, proxy } = await cluster((url) => ({ HTTPS_PROXY: url, NO_PROXY: 'api.test' }));
  expect(await kubernetes.getNode('a')).toMatchObject({ kind: 'unknown' });
  expect(proxy.asked).toEqual([]);
});
