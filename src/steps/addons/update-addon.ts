import { type AddonStart, decideAddonStart } from '#domain/addons/decide-addon-start';
import {
  type PlannedAddonUpdate,
  type Settings,
  sameSettings,
  settingsInWords,
  settingsOf,
  withoutValues,
} from '#domain/addons/settings';
import { updateInWords } from '#domain/versions/decide-start';
import { UpgradeError } from '#errors/upgrade-error';
import type { Answer } from '#ports/answer';
import type { Addon } from '#ports/eks';
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
      const { addon, running } = looked.value;
      const start = decideAddonStart(addon, running, request);
      return start.kind === 'start' ? send(request, addon, ports, slice) : follow(start, request, slice);
    }),
};

function follow(
  start: Exclude<AddonStart, { readonly kind: 'start' }>,
  request: PlannedAddonUpdate,
  slice: Slice,
): StepResult<Started> {
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
  }
}

async function send(
  { settings, ...request }: PlannedAddonUpdate,
  { configurationValues }: Addon,
  { eks }: StepPorts,
  slice: Slice,
): Promise<StepResult<Started>> {
  const live = configurationValues === undefined ? undefined : settingsOf(configurationValues);
  if (!sameSettings(settings, live)) throw settingsChanged(request, settings, live);
  if (slice.signal.aborted) return wait(slice, request, 'asked to rest');
  const values = configurationValues === undefined ? {} : { configurationValues };
  const told = await eks.updateAddon({ ...request, ...values, clientRequestToken: slice.token });
  const answer = withoutSecrets(told, configurationValues);
  if (answer.kind === 'refused' && answer.code === 'ResourceInUseException')
    return wait(slice, request, answer.message);
  const started = valueOrWait(answer, `update add-on ${request.addonName} to ${request.addonVersion}`);
  return started.kind === 'wait' ? wait(slice, request, started.reason) : done({ updateId: started.value.id });
}

// A refusal of the values may repeat them.
function withoutSecrets<T>(answer: Answer<T>, values = ''): Answer<T> {
  return answer.kind === 'value' ? answer : { ...answer, message: withoutValues(answer.message, values) };
}

function settingsChanged(
  { addonName, clusterName }: PlannedAddonUpdate,
  planned?: Settings,
  live?: Settings,
): UpgradeError {
  const words = (it: Settings | undefined) => (it === undefined ? 'none' : settingsInWords(it));
  return new UpgradeError(
    'AddonSettingsChanged',
    `the configuration values of add-on ${addonName} were changed after its update was planned: planned with ${words(planned)}, now ${words(live)}`,
    {
      hint: `see that they are as they should be, then retry, which takes them as they are then: aws eks describe-addon --cluster-name ${clusterName} --addon-name ${addonName}`,
    },
  );
}

function wait(slice: Slice, { addonName, addonVersion }: PlannedAddonUpdate, why: string): StepResult<never> {
  return waitFor(
    slice,
    `the start of the update of add-on ${addonName} to ${addonVersion}`,
    'EKS takes the update',
    why,
  );
}
