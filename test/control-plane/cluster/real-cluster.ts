import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { etcdBinary } from '../binaries/etcd-binary.ts';
import { type ApiAddress, openApiAddress } from './api-address.ts';
import { writeCertificates } from './certificate-files.ts';
import {
  releaseOf,
  replaceApiServer,
  startApiServer,
  startControllers,
  startEtcd,
  stopApiServer,
} from './control-plane.ts';
import { freePorts } from './free-ports.ts';
import { writeIdentities } from './identities.ts';
import type { Release, Setting } from './kubernetes-programs.ts';
import { openParts, type Parts } from './parts.ts';
import { rssBytesOf } from './process-table.ts';
import { writeServerSettings } from './server-settings.ts';

/** Whose token: each is in system:masters, under a name of its own (the role's), which the audit log shows. */
export type Role = 'admin' | 'eks' | 'kubelets';

export interface ClusterOptions {
  /** `v1.20.15` */
  readonly version: string;
  /** For data, certificates and logs. Made and removed by the caller; should the caller be killed, it is removed all the same. */
  readonly folder: string;
  /** Where the API server asks about tokens that it does not know: `http://127.0.0.1:…`, TokenReview v1. Not asked before the cluster has started. */
  readonly tokenReviewUrl?: string;
  /** Admission by PodSecurityPolicy, up to 1.24. Default: no. */
  readonly podSecurityPolicies?: boolean;
}

/** A Kubernetes control plane on the loopback interface. */
export interface RealCluster {
  /** What runs now. */
  version(): string;
  /** `https://127.0.0.1:…`, the same over all versions. */
  readonly url: string;
  readonly caPem: string;
  token(role: Role): string;
  /** Path of a kubeconfig (0600). */
  kubeconfig(role: Role): string;
  /** Path of the audit log: JSON lines, with the body of evictions, deletions and changes of nodes. */
  readonly auditLog: string;
  /**
   * API server first, then controllers and scheduler, over the same data. While `meanwhile` lasts both versions of the API
   * server answer, each a part of the connections. Resolves when all are at work.
   */
  changeVersion(version: string, meanwhile?: () => Promise<void>): Promise<void>;
  /** Stops the API server, acts, and starts it again; a change of version waits for that, and that for a change of version. */
  withoutApiServer(act: () => Promise<void>): Promise<void>;
  stopApiServer(): Promise<void>;
  startApiServer(): Promise<void>;
  processes(): readonly { readonly name: string; readonly pid: number; readonly rssBytes: number }[];
  /** Ends everything by pid, also after a half start. */
  stop(): Promise<void>;
}

/** Starts a cluster of this version; resolves when the API server is ready and the default service account exists. */
export async function startCluster(options: ClusterOptions): Promise<RealCluster> {
  const release = await releaseOf(options.version);
  const etcd = await etcdBinary();
  const [client = 0, peer = 0] = await freePorts(2);
  const setting = await settingOf(options, client);
  const parts = openParts(setting.folder);
  try {
    await startEtcd(parts, etcd, setting.folder, { client, peer });
    await startApiServer(parts, release, setting);
    await startControllers(parts, release, setting);
  } catch (thrown) {
    await endAll(parts, setting);
    throw thrown;
  }
  return clusterOf(parts, release, setting);
}

async function settingOf(options: ClusterOptions, etcdPort: number): Promise<Setting> {
  const folder = resolve(options.folder);
  const certificates = await writeCertificates(folder);
  const address = await openApiAddress();
  return {
    folder,
    etcdPort,
    address,
    auditLog: await emptyAuditLog(folder),
    podSecurityPolicies: options.podSecurityPolicies ?? false,
    certificates,
    identities: await writeIdentities(folder, urlOf(address), certificates.caPem),
    server: await writeServerSettings(folder, options.tokenReviewUrl),
  };
}

/**
 * An API server of 1.20 that makes the file itself does not append to it: two at a time would write over each other's lines.
 * Once it is there, all versions append.
 */
async function emptyAuditLog(folder: string): Promise<string> {
  const path = join(folder, 'audit.log');
  await writeFile(path, '', { mode: 0o600 });
  return path;
}

const urlOf = ({ port }: ApiAddress): string => `https://127.0.0.1:${port}`;

function clusterOf(parts: Parts, first: Release, setting: Setting): RealCluster {
  let release = first;
  const inTurn = oneAfterAnother();
  return {
    version: () => release.version,
    url: urlOf(setting.address),
    caPem: setting.certificates.caPem,
    token: (role) => setting.identities.token(role),
    kubeconfig: (role) => setting.identities.kubeconfig(role),
    auditLog: setting.auditLog,
    changeVersion: (version, meanwhile = async () => undefined) =>
      inTurn(async () => {
        const next = await releaseOf(version);
        release = next;
        await replaceApiServer(parts, release, setting, meanwhile);
        await startControllers(parts, release, setting);
      }),
    withoutApiServer: (act) =>
      inTurn(async () => {
        await stopApiServer(parts, setting);
        await act();
        await startApiServer(parts, release, setting);
      }),
    stopApiServer: () => stopApiServer(parts, setting),
    startApiServer: () => startApiServer(parts, release, setting),
    processes: () => parts.running().map(({ name, pid }) => ({ name, pid, rssBytes: rssBytesOf(pid) })),
    stop: () => endAll(parts, setting),
  };
}

async function endAll(parts: Parts, { address }: Setting): Promise<void> {
  await parts.stopAll();
  await address.close();
}

/** Acts wait for each other. */
function oneAfterAnother(): (act: () => Promise<void>) => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return (act) => {
    const turn = last.then(act);
    last = turn.catch(() => undefined);
    return turn;
  };
}
