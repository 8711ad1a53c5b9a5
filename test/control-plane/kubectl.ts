import { execa } from 'execa';
import { kubectlFor } from './binaries/kubectl.ts';
import type { RealCluster } from './cluster/real-cluster.ts';

/** What unmodified kubectl prints on a cluster, as its administrator; `input` is what it reads. */
export async function kubectl(cluster: RealCluster, words: readonly string[], input = ''): Promise<string> {
  const command = await kubectlFor(cluster.version(), () => undefined);
  const all = ['--kubeconfig', cluster.kubeconfig('admin'), ...words];
  const { stdout, stderr, exitCode } = await execa(command, all, { reject: false, input });
  return exitCode === 0 ? stdout : `${stdout}\n${stderr}`;
}
