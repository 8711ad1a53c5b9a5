import type { Lease } from '#ports/kubernetes';
import { PACE, poll } from '../answer/poll.ts';
import { valueOrAbsent, valueOrWait } from '../answer/value-or-wait.ts';
import { waitFor } from '../answer/wait-for.ts';
import { done, type StepResult } from '../step.ts';
import type { OutputOf, Steps } from '../table.ts';
import { LEASE, LOG, OWNER } from './lease.ts';

type Held = OutputOf<'hold-cluster'>;

/** Takes the Lease of the cluster, unless another run has it. */
export const holdCluster: Steps['hold-cluster'] = {
  describe: ({ cluster, runId }) => `hold cluster ${cluster} for run ${runId} (Lease ${LEASE.namespace}/${LEASE.name})`,
  run: (input, ports, slice) =>
    poll(PACE.retry, ports, slice, async (): Promise<StepResult<Held>> => {
      const wait = (why: string) =>
        waitFor(slice, `Lease ${LEASE.namespace}/${LEASE.name}`, 'the API server answers', why);
      const found = valueOrAbsent(await ports.kubernetes.getLease(LEASE), 'read the Lease of the cluster');
      if (found.kind === 'wait') return wait(found.reason);
      if (found.value !== null) return done(holderOf(found.value, input.runId));
      if (slice.signal.aborted) return wait('asked to rest');
      const answer = await ports.kubernetes.createLease({
        ...LEASE,
        holderIdentity: input.runId,
        annotations: { [OWNER]: input.owner, [LOG]: input.log },
      });
      // Somebody was faster, perhaps we ourselves: the next look tells.
      if (answer.kind === 'refused' && answer.status === 409) return wait(answer.message);
      const created = valueOrWait(answer, 'create the Lease of the cluster');
      return created.kind === 'wait' ? wait(created.reason) : done({ kind: 'held' });
    }),
};

function holderOf({ spec, metadata }: Lease, runId: string): Held {
  if (spec.holderIdentity === runId) return { kind: 'held' };
  return {
    kind: 'held-by-another',
    holder: spec.holderIdentity ?? 'unknown',
    log: metadata.annotations?.[LOG] ?? 'unknown',
  };
}
