import type { EtcdBinary } from '../binaries/etcd-binary.ts';
import { kubernetesBinary } from '../binaries/kubernetes-binary.ts';
import { ask } from './ask.ts';
import { type EtcdPorts, etcdProgram } from './etcd-program.ts';
import { freePorts } from './free-ports.ts';
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

/** Starts the API server; resolves when it is ready and behind the address. */
export async function startApiServer(parts: Parts, release: Release, setting: Setting): Promise<void> {
  const [port = 0] = await freePorts(1);
  const started = parts.start(apiServer(release, setting, port));
  await waitUntil('the API server is ready', started, () => isFound('/readyz', setting, port));
  await setting.address.add(port);
}

/** Starts an API server of another version beside the one that runs, which is ended after `meanwhile`. */
export async function replaceApiServer(
  parts: Parts,
  release: Release,
  setting: Setting,
  meanwhile: () => Promise<void>,
): Promise<void> {
  const old = setting.address.servers();
  const endOld = parts.setAside(API_SERVER);
  await startApiServer(parts, release, setting);
  await meanwhile();
  for (const port of old) await setting.address.remove(port);
  await endOld();
}

/** Ends the API server: its connections break, new ones are refused. */
export async function stopApiServer(parts: Parts, { address }: Setting): Promise<void> {
  for (const port of address.servers()) await address.remove(port);
  await parts.stop(API_SERVER);
}

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

/** Asked of the server of one port, or of those behind the address. */
async function isFound(path: string, setting: Setting, port = setting.address.port): Promise<boolean> {
  const { certificates, identities } = setting;
  const url = `https://127.0.0.1:${port}${path}`;
  const reply = await ask({ url, caPem: certificates.caPem, token: identities.token('admin') });
  return reply?.status === 200;
}
