import https from 'node:https';
import type { EtcdBinary } from '../binaries/etcd-binary.ts';
import { kubernetesBinary } from '../binaries/kubernetes-binary.ts';
import { ask, type Reply } from './ask.ts';
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
  await waitUntil('the API server is ready', started, () => isReady(release, setting));
}

/** Starts an API server of another version beside the one that runs, which is ended after `meanwhile`. */
export async function replaceApiServer(
  parts: Parts,
  release: Release,
  setting: Setting,
  meanwhile: () => Promise<void>,
): Promise<void> {
  const endOld = parts.setAside(API_SERVER);
  await startApiServer(parts, release, setting);
  await meanwhile();
  await endOld();
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

/** Both questions go over one connection, so the server of this version answers both. */
async function isReady({ version }: Release, setting: Setting): Promise<boolean> {
  const agent = new https.Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const said = await get('/version', setting, agent);
    return said?.text.includes(`"gitVersion": "${version}"`) === true && (await isFound('/readyz', setting, agent));
  } finally {
    agent.destroy();
  }
}

async function isFound(path: string, setting: Setting, agent?: https.Agent): Promise<boolean> {
  return (await get(path, setting, agent))?.status === 200;
}

const get = (
  path: string,
  { apiPort, certificates, identities }: Setting,
  agent?: https.Agent,
): Promise<Reply | null> =>
  ask({
    url: `https://127.0.0.1:${apiPort}${path}`,
    caPem: certificates.caPem,
    token: identities.token('admin'),
    ...(agent === undefined ? {} : { agent }),
  });
