import { join } from 'node:path';
import { minorOf } from '../binaries/versions.ts';
import type { ApiAddress } from './api-address.ts';
import type { CertificateFiles } from './certificate-files.ts';
import type { Identities } from './identities.ts';
import type { Program } from './program.ts';
import type { ServerSettings } from './server-settings.ts';

/** What the command lines of all versions are made of. */
export interface Setting {
  readonly folder: string;
  readonly etcdPort: number;
  readonly address: ApiAddress;
  readonly auditLog: string;
  readonly podSecurityPolicies: boolean;
  readonly certificates: CertificateFiles;
  readonly identities: Identities;
  readonly server: ServerSettings;
}

/** A version and the path of its binary. */
export interface Release {
  readonly version: string;
  readonly path: string;
}

type Flags = Readonly<Record<string, string | number | boolean | null>>;

const LAST_MINOR_WITH_PLAIN_PORTS = 22;
const LAST_MINOR_WITH_POD_SECURITY_POLICIES = 24;
const FIRST_MINOR_WITH_ATTRIBUTES = 31;
const LAST_MINOR_WITH_BETA_ATTRIBUTES = 36;

/** The API server on this port of 127.0.0.1, with the range of services that EKS uses. */
export function apiServer({ version, path }: Release, setting: Setting, port: number): Program {
  const { certificates, identities, server } = setting;
  const policies = setting.podSecurityPolicies && minorOf(version) <= LAST_MINOR_WITH_POD_SECURITY_POLICIES;
  const flags = {
    'etcd-servers': `http://127.0.0.1:${setting.etcdPort}`,
    'bind-address': '127.0.0.1',
    'advertise-address': '127.0.0.1',
    // The endpoints of the service "kubernetes" may not be loopback addresses; no pod asks for them.
    'endpoint-reconciler-type': 'none',
    'secure-port': port,
    'cert-dir': setting.folder,
    'tls-cert-file': certificates.cert,
    'tls-private-key-file': certificates.key,
    'client-ca-file': certificates.ca,
    'service-account-issuer': 'https://kubernetes.default.svc',
    'service-account-key-file': certificates.accounts,
    'service-account-signing-key-file': certificates.accounts,
    'service-cluster-ip-range': '172.20.0.0/16',
    'token-auth-file': identities.tokenFile,
    'authentication-token-webhook-config-file': server.tokenReview,
    'authentication-token-webhook-version': server.tokenReview && 'v1',
    'authorization-mode': 'Node,RBAC',
    'allow-privileged': true,
    // Where the played kubelets serve the logs of pods: no node of EKS has an ExternalIP on loopback.
    'kubelet-preferred-address-types': 'ExternalIP',
    // A beta API that EKS serves too (https://docs.aws.amazon.com/eks/latest/userguide/kubernetes-versions-standard.html).
    'runtime-config': servesBetaAttributes(version) ? 'storage.k8s.io/v1beta1/volumeattributesclasses=true' : null,
    'enable-admission-plugins': policies ? 'PodSecurityPolicy' : null,
    'audit-policy-file': server.auditPolicy,
    'audit-log-path': setting.auditLog,
    // One file for as long as the cluster lives.
    'audit-log-maxsize': 10_000,
  };
  return { name: 'kube-apiserver', path, words: wordsOf(flags) };
}

function servesBetaAttributes(version: string): boolean {
  const minor = minorOf(version);
  return minor >= FIRST_MINOR_WITH_ATTRIBUTES && minor <= LAST_MINOR_WITH_BETA_ATTRIBUTES;
}

/** The controllers of a cluster without a cloud: volumes and nodes are objects only. */
export function controllerManager({ version, path }: Release, { folder, certificates, identities }: Setting): Program {
  const flags = {
    kubeconfig: identities.kubeconfig('controllers'),
    'use-service-account-credentials': true,
    'service-account-private-key-file': certificates.accounts,
    'root-ca-file': certificates.ca,
    // Its default is a folder of the system, which would be made.
    'flex-volume-plugin-dir': join(folder, 'flex-volumes'),
    ...alone(version),
  };
  return { name: 'kube-controller-manager', path, words: wordsOf(flags) };
}

/** The scheduler with its default profile. */
export function scheduler({ version, path }: Release, { identities }: Setting): Program {
  const flags = { kubeconfig: identities.kubeconfig('scheduler'), ...alone(version) };
  return { name: 'kube-scheduler', path, words: wordsOf(flags) };
}

/** One of its kind, and no port: up to 1.22 there is a plain one too, on all interfaces. */
const alone = (version: string): Flags => ({
  'leader-elect': false,
  'secure-port': 0,
  port: minorOf(version) <= LAST_MINOR_WITH_PLAIN_PORTS ? 0 : null,
});

const wordsOf = (flags: Flags): readonly string[] =>
  Object.entries(flags).flatMap(([name, value]) => (value === null ? [] : `--${name}=${value}`));
