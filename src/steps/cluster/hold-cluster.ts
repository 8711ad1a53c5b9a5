import type { Answer } from '#ports/answer';
import type { Kubernetes, Lease } from '#ports/kubernetes';
import { PACE, poll } from '../answer/poll.ts';
import { valueOrAbsent, valueOrWait } from '../answer/value-or-wait.ts';
import { waitFor } from '../answer/wait-for.ts';
import { done, type StepResult } from '../step.ts';
import type { InputOf, OutputOf, Steps } from '../table.ts';
import { holderOf, LEASE, LOG, OWNER } from './lease.ts';

type Asked = InputOf<'hold-cluster'>;
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
      const held = found.value === null ? null : heldBy(found.value, input);
      if (held !== null) return done(held);
      if (slice.signal.aborted) return wait('asked to rest');
      const answer = await take(ports.kubernetes, found.value, input);
      // Somebody was faster, perhaps we ourselves: the next look tells.
      if (answer.kind === 'refused' && answer.status === 409) return wait(answer.message);
      const taken = valueOrWait(answer, 'take the Lease of the cluster');
      return taken.kind === 'wait' ? wait(taken.reason) : done({ kind: 'held' });
    }),
};

/** Null when it may be taken: nobody holds it, or a run of which the operator or its own log says that it has ended. */
function heldBy(lease: Lease, { runId, takesFrom }: Asked): Held | null {
  const holder = holderOf(lease);
  if (holder === runId) return { kind: 'held' };
  if (holder === '' || holder === takesFrom) return null;
  return { kind: 'held-by-another', holder, log: lease.metadata.annotations?.[LOG] ?? 'unknown' };
}

/** Each on the condition that nothing has changed since the look: of several who want it one gets it. */
function take(kubernetes: Kubernetes, found: Lease | null, { runId, owner, log }: Asked): Promise<Answer<Lease>> {
  const content = { ...LEASE, holderIdentity: runId, annotations: { [OWNER]: owner, [LOG]: log } };
  if (found === null) return kubernetes.createLease(content);
  return kubernetes.takeLease({ ...content, resourceVersion: found.metadata.resourceVersion });
}
