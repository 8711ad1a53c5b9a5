import type { EtcdBinary } from '../binaries/etcd-binary.ts';
import { kubernetesBinary } from '../binaries/kubernetes-binary.ts';
import { ask } from './ask.ts';
import { type EtcdPorts, etcdProgram } from './etcd-program.ts';
import { isAtWork, lengthOf } from './is-at-work.ts';
import { apiServer, controllerManager, type Release, type Setting, scheduler } from './kubernetes-programs.ts';
import type { Parts } from './parts.ts';
import { waitUntil } from './wait-until.ts';

const DEFAULT_ACCOUNT = '/api/v1/namespaces/default/serviceaccounts/default';
const API_SERVER = 'kube-apiserver';

/** The binary of a version, built when there is none. */
export const releaseOf = async (version: string): Promise<Release> => ({
  version,
  path: (await kubernetesBinary(version)).path,
});

/** Starts etcd; resolves when it is healthy. */
export async function startEtcd(parts: Parts, etcd: EtcdBinary, folder: string, ports: EtcdPorts): Promise<void> {
  const started = parts.start(etcdProgram(etcd, folder, ports));
  const health = { url: `http://127.0.0.1:${ports.client}/health` };
  await waitUntil('etcd is healthy', started, async () => (await ask(health))?.status === 200);
}

/** Starts the API server; resolves when it is ready. */
export async function startApiServer(parts: Parts, release: Release, setting: Setting): Promise<void> {
  const started = parts.start(apiServer(release, setting));
  await waitUntil('the API server is ready', started, () => isFound('/readyz', setting));
}

/** Ends the API server. */
export const stopApiServer = (parts: Parts): Promise<void> => parts.stop(API_SERVER);

/** Starts controllers and scheduler instead of those that run; resolves when both are at work and have made the default service account. */
export async function startControllers(parts: Parts, release: Release, setting: Setting): Promise<void> {
  const from = await lengthOf(setting.auditLog);
  const programs = [controllerManager(release, setting), scheduler(release, setting)];
  for (const { name } of programs) await parts.stop(name);
  const started = programs.map((program) => parts.start(program));
  await Promise.all(
    started.map(async (it) => {
      const isSeen = () => isAtWork(it.name, release.version, setting.auditLog, from);
      await waitUntil(`${it.name} ${release.version} asks the API server`, it, isSeen);
      await waitUntil('the default service account exists', it, () => isFound(DEFAULT_ACCOUNT, setting));
    }),
  );
  for (const program of programs) parts.keepAlive(program);
}

async function isFound(path: string, { apiPort, certificates, identities }: Setting): Promise<boolean> {
  const url = `https://127.0.0.1:${apiPort}${path}`;
  const reply = await ask({ url, caPem: certificates.caPem, token: identities.token('admin') });
  return reply?.status === 200;
}
