import { PACE, poll } from '../answer/poll.ts';
import { valueOrAbsent, valueOrWait } from '../answer/value-or-wait.ts';
import { waitFor } from '../answer/wait-for.ts';
import { done } from '../step.ts';
import type { Steps } from '../table.ts';
import { holderOf, LEASE } from './lease.ts';

const NAME = `Lease ${LEASE.namespace}/${LEASE.name}`;

/** For the report: what is left of ours in the cluster, and that it does no harm. */
const LEFT = [`${NAME} stays, held by nobody: the next run takes it`];

/**
 * Gives the Lease of the cluster back, if it is this run's. It is not deleted: a creation that a dead or superseded runner
 * of this run has sent may still arrive, and has to find it there (docs/decisions/lease-stays.md).
 */
export const releaseCluster: Steps['release-cluster'] = {
  describe: ({ cluster, runId }) => `release cluster ${cluster} from run ${runId}`,
  run: ({ runId }, ports, slice) =>
    poll(PACE.retry, ports, slice, async () => {
      const wait = (why: string) => waitFor(slice, NAME, 'it is given back', why);
      const found = valueOrAbsent(await ports.kubernetes.getLease(LEASE), 'read the Lease of the cluster');
      if (found.kind === 'wait') return wait(found.reason);
      if (found.value === null) return done({ left: [] });
      const holder = holderOf(found.value);
      if (holder !== runId) return done({ left: holder === '' ? LEFT : [] });
      if (slice.signal.aborted) return wait('asked to rest');
      const { resourceVersion } = found.value.metadata;
      const answer = await ports.kubernetes.releaseLease({ ...LEASE, resourceVersion });
      // Gone, or not as it was read: the next look tells.
      if (answer.kind === 'refused' && (answer.status === 404 || answer.status === 409)) return wait(answer.message);
      const released = valueOrWait(answer, 'give the Lease of the cluster back');
      return released.kind === 'wait' ? wait(released.reason) : done({ left: LEFT });
    }),
};
