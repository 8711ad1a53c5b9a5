import { readOwner, stateBeforeParking } from '#engine/read-log';
import type { RunRecord } from '#engine/record';
import type { Kubernetes, Lease } from '#ports/kubernetes';
import type { RunLog } from '#ports/record-log';
import { isAbsent } from '#steps/answer/value-or-wait';
import { LEASE } from '#steps/cluster/lease';
import { type Fence, judgeLease } from '#steps/cluster/lease-fence';
import { goneOnElsewhere, heldByAnother, leaseMissing } from './lease-lost.ts';

interface Of {
  readonly run: string;
  readonly log: RunLog;
  /** The operator has said that a Lease that is gone may be taken again. */
  readonly mayRetake: boolean;
}

/** Throws (exit 5) unless the Lease holds the cluster for this run and for a log that has got as far as this one; gives the mark it has. */
export async function refuseLostLease(lease: Lease | null, { run, log, mayRetake }: Of): Promise<Fence | null> {
  const verdict = judgeLease(lease, run);
  if (verdict.kind === 'of-another-run') throw heldByAnother(run, verdict);
  if (verdict.kind === 'missing' || verdict.kind === 'free') {
    if (mayRetake) return null;
    throw leaseMissing(run, verdict.kind);
  }
  const { fence } = verdict;
  if (fence !== null && (await readOwner(log, fence.seq)) !== fence.owner) throw goneOnElsewhere(run, fence);
  return fence;
}

// Before them there is no Lease yet, and the last may have given it back already.
const WITHOUT = new Set(['preflight', 'startQuestion', 'holdCluster', 'releaseCluster']);

/**
 * The same before a run is taken over, so that its log stays untouched. An API that does not answer now is asked again
 * before the first act.
 */
export async function refuseLostCluster(kubernetes: Kubernetes, head: RunRecord, of: Omit<Of, 'run'>): Promise<void> {
  const [work, phase = ''] = (await stateBeforeParking(of.log, head)).split('.');
  if (work !== 'work' || WITHOUT.has(phase)) return;
  const found = await kubernetes.getLease(LEASE);
  if (found.kind !== 'value' && !isAbsent(found)) return;
  await refuseLostLease(found.kind === 'value' ? found.value : null, { ...of, run: head.run });
}
