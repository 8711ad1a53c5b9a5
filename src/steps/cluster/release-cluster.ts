import { PACE, poll } from '../answer/poll.ts';
import { isAbsent, valueOrAbsent, valueOrWait } from '../answer/value-or-wait.ts';
import { waitFor } from '../answer/wait-for.ts';
import { done } from '../step.ts';
import type { Steps } from '../table.ts';
import { LEASE } from './lease.ts';

/** Gives the Lease of the cluster back, if it is this run's. */
export const releaseCluster: Steps['release-cluster'] = {
  describe: ({ cluster, runId }) => `release cluster ${cluster} from run ${runId}`,
  run: ({ runId }, ports, slice) =>
    poll(PACE.retry, ports, slice, async () => {
      const wait = (why: string) => waitFor(slice, `Lease ${LEASE.namespace}/${LEASE.name}`, 'it is deleted', why);
      const found = valueOrAbsent(await ports.kubernetes.getLease(LEASE), 'read the Lease of the cluster');
      if (found.kind === 'wait') return wait(found.reason);
      if (found.value === null || found.value.spec.holderIdentity !== runId) return done({});
      if (slice.signal.aborted) return wait('asked to rest');
      const answer = await ports.kubernetes.deleteLease({ ...LEASE, uid: found.value.metadata.uid });
      if (isAbsent(answer) || (answer.kind === 'refused' && answer.status === 409)) return wait('changed meanwhile');
      const deleted = valueOrWait(answer, 'delete the Lease of the cluster');
      return deleted.kind === 'wait' ? wait(deleted.reason) : done({});
    }),
};
