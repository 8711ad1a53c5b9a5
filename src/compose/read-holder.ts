import { EXIT } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';
import { LEASE, LOG, OWNER } from '#steps/cluster/lease';
import type { Holder, OpenCluster } from './composition.ts';

/** Which run holds the cluster, as its Lease says; null when none does. */
export async function readHolder({ ports, cluster }: OpenCluster): Promise<Holder | null> {
  const answer = await ports.kubernetes.getLease(LEASE);
  if (answer.kind === 'refused' && answer.status === 404) return null;
  if (answer.kind !== 'value') {
    throw new UpgradeError(
      'LeaseUnreadable',
      `the Lease of cluster ${cluster.name} cannot be read: ${answer.message} [${answer.code}]`,
      {
        hint: 'name the folder of the run instead: --state <folder>',
        exit: EXIT.blocked,
      },
    );
  }
  const { metadata, spec } = answer.value;
  const { [LOG]: log = '', [OWNER]: owner = '' } = metadata.annotations ?? {};
  return { run: spec.holderIdentity ?? '', log, owner };
}
