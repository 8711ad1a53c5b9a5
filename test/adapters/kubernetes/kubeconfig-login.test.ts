import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { kubeconfigLogin } from '#adapters/kubernetes/kubeconfig-login';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kubeconfig-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const pem = Buffer.from('PEM').toString('base64');

function kubeconfig(user: unknown): string {
  const file = join(folder, 'config');
  const config = {
    clusters: [
      {
        name: 'c',
        cluster: {
          server: 'https://api.test',
          'certificate-authority-data': pem,
          'proxy-url': 'http://proxy.test:3128',
        },
      },
    ],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'one', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'one',
  };
  writeFileSync(file, JSON.stringify(config));
  return file;
}

/** A plugin that gives `plugin-1`, then `plugin-2`, as a file counts. */
function plugin(): unknown {
  const counter = join(folder, 'runs');
  writeFileSync(counter, '');
  const script = `
    const fs = require('fs'); fs.appendFileSync(${JSON.stringify(counter)}, 'x');
    const n = fs.readFileSync(${JSON.stringify(counter)}).length;
    console.log(JSON.stringify({ status: { token: 'plugin-' + n, expirationTimestamp: '2099-01-01T00:00:00Z' } }));`;
  return {
    exec: { apiVersion: 'client.authentication.k8s.io/v1beta1', command: process.execPath, args: ['-e', script] },
  };
}

it('takes server, proxy, certificate and token from the current context', async () => {
  const login = kubeconfigLogin({ kubeconfig: kubeconfig({ token: 't' }) });
  expect([login.server, login.proxyUrl]).toEqual(['https://api.test', 'http://proxy.test:3128']);
  expect(await login.credentials()).toMatchObject({
    kind: 'value',
    value: { ca: Buffer.from('PEM'), headers: { Authorization: 'Bearer t' } },
  });
});

it('runs an exec plugin once while its token is good, and again after a renewal', async () => {
  const login = kubeconfigLogin({ kubeconfig: kubeconfig(plugin()) });
  await login.credentials();
  const first = await login.credentials();
  expect(first).toMatchObject({ value: { headers: { Authorization: 'Bearer plugin-1' } } });
  if (first.kind !== 'value') return;
  login.renew(first.value);
  expect(await login.credentials()).toMatchObject({ value: { headers: { Authorization: 'Bearer plugin-2' } } });
  login.renew(first.value);
  expect(await login.credentials()).toMatchObject({ value: { headers: { Authorization: 'Bearer plugin-2' } } });
});

it('runs an exec plugin once for requests that start at the same time', async () => {
  const login = kubeconfigLogin({ kubeconfig: kubeconfig(plugin()) });
  await Promise.all([login.credentials(), login.credentials(), login.credentials()]);
  expect(readFileSync(join(folder, 'runs'), 'utf8')).toBe('x');
});

it("answers 401 in the plugin's own words when it fails", async () => {
  const exec = {
    command: process.execPath,
    args: ['-e', 'console.error("Error loading SSO Token: expired"); process.exit(255)'],
  };
  const login = kubeconfigLogin({ kubeconfig: kubeconfig({ exec }) });
  expect(await login.credentials()).toEqual({
    kind: 'refused',
    status: 401,
    code: 'KubeconfigCredentials',
    message: 'Error loading SSO Token: expired',
    causes: [],
  });
});

it('names the contexts there are when the one asked for is missing', () => {
  const file = kubeconfig({ token: 't' });
  expect(() => kubeconfigLogin({ kubeconfig: file, context: 'two' })).toThrow(
    `${file} has no context two; it has: one`,
  );
  expect(() => kubeconfigLogin({ kubeconfig: join(folder, 'none') })).toThrow('cannot be read');
});
