import process from 'node:process';
import { execa } from 'execa';
import type { RealCluster } from './cluster/real-cluster.ts';
import { kubectl } from './kubectl.ts';

/** Grants the runner what `upgrade permissions` prints, and nothing else: the roles are bound to the group `upgrade-runners`. */
export async function grantRights(cluster: RealCluster, upgrade: string): Promise<void> {
  const { stdout } = await execa(process.execPath, [upgrade, 'permissions', '-o', 'rbac']);
  const told = await kubectl(cluster, ['apply', '-f', '-'], stdout);
  if (!told.includes('clusterrolebinding.rbac.authorization.k8s.io'))
    throw new TypeError(`rights not granted: ${told}`);
}
