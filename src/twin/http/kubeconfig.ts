import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Access {
  readonly cluster: string;
  readonly server: string;
  readonly caPem: string;
  readonly token: string;
}

/** Writes a kubeconfig (0600) into `folder` (made 0700) and gives its path. It is JSON, which every YAML reader takes. */
export async function writeKubeconfig(folder: string, access: Access): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const path = join(folder, 'kubeconfig');
  await writeFile(path, `${JSON.stringify(kubeconfig(access), null, 2)}\n`, { mode: 0o600 });
  // An older file keeps its own mode when written over.
  await chmod(path, 0o600);
  return path;
}

const kubeconfig = ({ cluster, server, caPem, token }: Access): unknown => ({
  apiVersion: 'v1',
  kind: 'Config',
  clusters: [
    { name: cluster, cluster: { server, 'certificate-authority-data': Buffer.from(caPem).toString('base64') } },
  ],
  users: [{ name: cluster, user: { token } }],
  contexts: [{ name: cluster, context: { cluster, user: cluster } }],
  'current-context': cluster,
});
