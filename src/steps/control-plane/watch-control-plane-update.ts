import { updateOutcome } from '#domain/versions/update-outcome';
import { NOT_KNOWN_YET, notKnownYet } from '../answer/not-known-yet.ts';
import { PACE, poll } from '../answer/poll.ts';
import { valueOrWait } from '../answer/value-or-wait.ts';
import { waitFor } from '../answer/wait-for.ts';
import { done, type Slice, type StepPorts, type StepResult } from '../step.ts';
import type { InputOf, OutputOf, Steps } from '../table.ts';

type Input = InputOf<'watch-control-plane-update'>;
type Output = OutputOf<'watch-control-plane-update'>;

/** Follows the update by its id, never by the status of the cluster, which lags behind. */
export const watchControlPlaneUpdate: Steps['watch-control-plane-update'] = {
  describe: ({ updateId, cluster, to }) => `follow update ${updateId} of cluster ${cluster} to ${to}`,
  run: async (input, ports, slice) => {
    const began = ports.time.now();
    const result = await poll(PACE.controlPlane, ports, slice, () => look(input, ports, slice));
    if (result.kind === 'again') warnWhenSlow(input, ports, slice, began);
    return result;
  },
};

async function look(input: Input, ports: StepPorts, slice: Slice): Promise<StepResult<Output>> {
  const { cluster, updateId, to } = input;
  const answer = await ports.eks.describeUpdate({ name: cluster, updateId });
  if (notKnownYet(answer, ports, slice)) return wait(input, slice, NOT_KNOWN_YET);
  const update = valueOrWait(answer, `describe update ${updateId} of cluster ${cluster}`);
  if (update.kind === 'wait') return wait(input, slice, update.reason);
  return updateOutcome(update.value, `cluster ${cluster} to ${to}`).kind === 'settled' ? done({}) : wait(input, slice);
}

function wait({ updateId, cluster, to }: Input, slice: Slice, why?: string): StepResult<never> {
  return waitFor(slice, `update ${updateId} of cluster ${cluster} to ${to}`, 'EKS says Successful or Failed', why);
}

// Said once: by the slice in which the limit is crossed.
function warnWhenSlow(
  { updateId, warnAfterMs }: Input,
  { time, notify }: StepPorts,
  { scheduledAt }: Slice,
  began: number,
): void {
  const limit = scheduledAt + warnAfterMs;
  if (began < limit && time.now() >= limit) {
    notify({ code: 'control-plane-slow', data: { update: updateId, sinceMs: time.now() - scheduledAt } });
  }
}
