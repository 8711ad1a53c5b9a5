import { holderOf, LEASE, LOG, OWNER } from '#steps/cluster/lease';
import type { Holder, OpenCluster } from './composition.ts';

/** Which run holds the cluster, as its Lease says. */
export async function readHolder({ ports }: OpenCluster): Promise<Holder> {
  const answer = await ports.kubernetes.getLease(LEASE);
  if (answer.kind === 'refused' && answer.status === 404) return { kind: 'free' };
  if (answer.kind !== 'value') return { kind: 'unknown', why: `${answer.message} [${answer.code}]` };
  const run = holderOf(answer.value);
  if (run === '') return { kind: 'free' };
  const { [LOG]: log = 'an unknown place', [OWNER]: owner = 'somebody' } = answer.value.metadata.annotations ?? {};
  return { kind: 'held', run, log, owner };
}
