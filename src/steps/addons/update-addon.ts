import { type AddonStart, decideAddonStart } from '#domain/addons/decide-addon-start';
import { updateInWords } from '#domain/versions/decide-start';
import { UpgradeError } from '#errors/upgrade-error';
import type { UpdateAddonRequest } from '#ports/eks';
import { allValues } from '../answer/all-values.ts';
import { PACE, poll } from '../answer/poll.ts';
import { valueOrWait } from '../answer/value-or-wait.ts';
import { waitFor } from '../answer/wait-for.ts';
import { askUpdatesInProgress } from '../preflight/ask-running-updates.ts';
import { done, type Slice, type StepPorts, type StepResult } from '../step.ts';
import type { OutputOf, Steps } from '../table.ts';

type Started = OutputOf<'update-addon'>;

/** Starts the update, or adopts the one to the same version that is already running. */
export const updateAddon: Steps['update-addon'] = {
  describe: ({ request }) =>
    `update add-on ${request.addonName} to ${request.addonVersion} (conflicts: ${request.resolveConflicts})`,
  run: ({ request }, ports, slice) =>
    poll(PACE.retry, ports, slice, async () => {
      const { clusterName: name, addonName } = request;
      const looked = allValues({
        addon: valueOrWait(await ports.eks.describeAddon(request), `describe add-on ${addonName}`),
        running: valueOrWait(
          await askUpdatesInProgress(ports.eks, { name, addonName }),
          `list the updates of add-on ${addonName}`,
        ),
      });
      if (looked.kind === 'wait') return wait(slice, request, looked.reason);
      return act(decideAddonStart(looked.value.addon, looked.value.running, request), request, ports, slice);
    }),
};

async function act(
  start: AddonStart,
  request: UpdateAddonRequest,
  ports: StepPorts,
  slice: Slice,
): Promise<StepResult<Started>> {
  switch (start.kind) {
    case 'there-already':
      return done({ updateId: null });
    case 'adopt':
      return done({ updateId: start.update.id });
    case 'unclear':
      return wait(slice, request, `it is ${start.status}`);
    case 'occupied':
      throw new UpgradeError(
        'UpdateInFlight',
        `add-on ${request.addonName} is being changed: ${updateInWords(start.update)}`,
        {
          hint: `wait for its end, then retry: aws eks describe-update --name ${request.clusterName} --addon-name ${request.addonName} --update-id ${start.update.id}`,
        },
      );
    case 'start':
      return send(request, ports, slice);
  }
}

async function send(request: UpdateAddonRequest, { eks }: StepPorts, slice: Slice): Promise<StepResult<Started>> {
  if (slice.signal.aborted) return wait(slice, request, 'asked to rest');
  const answer = await eks.updateAddon({ ...request, clientRequestToken: slice.token });
  if (answer.kind === 'refused' && answer.code === 'ResourceInUseException')
    return wait(slice, request, answer.message);
  const started = valueOrWait(answer, `update add-on ${request.addonName} to ${request.addonVersion}`);
  return started.kind === 'wait' ? wait(slice, request, started.reason) : done({ updateId: started.value.id });
}

function wait(slice: Slice, { addonName, addonVersion }: UpdateAddonRequest, why: string): StepResult<never> {
  return waitFor(
    slice,
    `the start of the update of add-on ${addonName} to ${addonVersion}`,
    'EKS takes the update',
    why,
  );
}
