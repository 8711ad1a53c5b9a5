import { decideStart, type Start, updateInWords } from '#domain/versions/decide-start';
import { UpgradeError } from '#errors/upgrade-error';
import { allValues } from '../answer/all-values.ts';
import { PACE, poll } from '../answer/poll.ts';
import { valueOrWait } from '../answer/value-or-wait.ts';
import { waitFor } from '../answer/wait-for.ts';
import { askUpdatesInProgress } from '../preflight/ask-running-updates.ts';
import { done, type Slice, type StepPorts, type StepResult } from '../step.ts';
import type { Hop, OutputOf, Steps } from '../table.ts';

type Started = OutputOf<'start-control-plane-update'>;

/** Looks first: there already, under way already, or to be started. */
export const startControlPlaneUpdate: Steps['start-control-plane-update'] = {
  describe: ({ cluster, to }) => `start the update of cluster ${cluster} to ${to}`,
  run: (input, ports, slice) =>
    poll(PACE.retry, ports, slice, async () => {
      const looked = allValues({
        cluster: valueOrWait(await ports.eks.describeCluster(input.cluster), `describe cluster ${input.cluster}`),
        running: valueOrWait(
          await askUpdatesInProgress(ports.eks, { name: input.cluster }),
          `list the updates of cluster ${input.cluster}`,
        ),
      });
      if (looked.kind === 'wait') return wait(slice, input, looked.reason);
      const { cluster, running } = looked.value;
      return act(decideStart(cluster, running, input), input, cluster.version, ports, slice);
    }),
};

async function act(
  start: Start,
  hop: Hop,
  version: string,
  ports: StepPorts,
  slice: Slice,
): Promise<StepResult<Started>> {
  switch (start.kind) {
    case 'there-already':
      return done({ updateId: null });
    case 'adopt':
      ports.notify({ code: 'control-plane-update-adopted', data: { update: start.update.id, version: hop.to } });
      return done({ updateId: start.update.id });
    case 'unclear':
      return wait(slice, hop, 'EKS says UPDATING but names no update yet');
    case 'occupied':
      throw new UpgradeError(
        'UpdateInFlight',
        `cluster ${hop.cluster} is being changed: ${updateInWords(start.update)}`,
        {
          hint: `wait for its end, then retry: aws eks describe-update --name ${hop.cluster} --update-id ${start.update.id}`,
        },
      );
    case 'wrong-version':
      throw new UpgradeError(
        'WrongStartVersion',
        `cluster ${hop.cluster} is at ${version}; this run goes from ${hop.from} to ${hop.to}`,
        {
          hint: `somebody has moved it meanwhile; nothing was started: give this run up (upgrade abort) and use the runbook that starts at ${version}`,
        },
      );
    case 'start':
      return request(hop, ports, slice);
  }
}

async function request({ cluster, to, ...hop }: Hop, { eks }: StepPorts, slice: Slice): Promise<StepResult<Started>> {
  if (slice.signal.aborted) return wait(slice, { cluster, to }, 'asked to rest');
  const answer = await eks.updateClusterVersion({ name: cluster, version: to, clientRequestToken: slice.token });
  // Something is running that the list did not show yet: the next look names it.
  if (answer.kind === 'refused' && answer.code === 'ResourceInUseException')
    return wait(slice, { cluster, to }, answer.message);
  const started = valueOrWait(answer, `update cluster ${cluster} from ${hop.from} to ${to}`);
  return started.kind === 'wait' ? wait(slice, { cluster, to }, started.reason) : done({ updateId: started.value.id });
}

function wait(slice: Slice, { cluster, to }: Pick<Hop, 'cluster' | 'to'>, why: string): StepResult<never> {
  return waitFor(slice, `the start of the update of cluster ${cluster} to ${to}`, 'EKS takes the update', why);
}
