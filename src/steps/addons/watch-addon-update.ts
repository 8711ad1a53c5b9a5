import { issuesInWords } from '#domain/nodegroups/growth';
import { updateOutcome } from '#domain/versions/update-outcome';
import { UpgradeError } from '#errors/upgrade-error';
import type { Addon } from '#ports/eks';
import { NOT_KNOWN_YET, notKnownYet } from '../answer/not-known-yet.ts';
import { PACE, poll } from '../answer/poll.ts';
import { valueOrWait } from '../answer/value-or-wait.ts';
import { waitFor } from '../answer/wait-for.ts';
import { done, type StepPorts, type StepResult } from '../step.ts';
import type { InputOf, OutputOf, Steps } from '../table.ts';

type Input = InputOf<'watch-addon-update'>;
type Output = OutputOf<'watch-addon-update'>;
type Wait = (why?: string) => StepResult<never>;

/** Follows the update by its id, then the add-on until it is ACTIVE. */
export const watchAddonUpdate: Steps['watch-addon-update'] = {
  describe: ({ request, updateId }) =>
    `follow update ${updateId} of add-on ${request.addonName} to ${request.addonVersion}`,
  run: (input, ports, slice) => {
    const { request, updateId } = input;
    const wait: Wait = (why) =>
      waitFor(
        slice,
        `update ${updateId} of add-on ${request.addonName}`,
        'EKS says Successful and the add-on is ACTIVE',
        why,
      );
    return poll(PACE.addon, ports, slice, async () => {
      const answer = await ports.eks.describeUpdate({
        name: request.clusterName,
        addonName: request.addonName,
        updateId,
      });
      if (notKnownYet(answer, ports, slice)) return wait(NOT_KNOWN_YET);
      const update = valueOrWait(answer, `describe update ${updateId} of add-on ${request.addonName}`);
      if (update.kind === 'wait') return wait(update.reason);
      const outcome = updateOutcome(update.value, `add-on ${request.addonName} to ${request.addonVersion}`);
      return outcome.kind === 'running' ? wait() : lookAtAddon(input, ports, wait);
    });
  },
};

async function lookAtAddon({ request }: Input, { eks, notify }: StepPorts, wait: Wait): Promise<StepResult<Output>> {
  const addon = valueOrWait(await eks.describeAddon(request), `describe add-on ${request.addonName}`);
  if (addon.kind === 'wait') return wait(addon.reason);
  const { status, addonVersion } = addon.value;
  if (status.endsWith('_FAILED')) throw failed(addon.value, request.clusterName);
  if (status !== 'ACTIVE' || addonVersion !== request.addonVersion)
    return wait(`the add-on is ${status} at ${addonVersion}${issues(addon.value)}`);
  notify({ code: 'addon-updated', data: { addon: request.addonName, version: addonVersion } });
  return done({});
}

function failed(addon: Addon, cluster: string): UpgradeError {
  return new UpgradeError(
    'AddonFailed',
    `add-on ${addon.addonName} is ${addon.status} at ${addon.addonVersion}${issues(addon)}`,
    {
      hint: `mend what the issues name, then retry: aws eks describe-addon --cluster-name ${cluster} --addon-name ${addon.addonName}`,
    },
  );
}

const issues = ({ health }: Addon): string => (health.length === 0 ? '' : `; ${issuesInWords(health)}`);
