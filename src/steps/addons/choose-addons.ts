import { type AddonChoice, chooseAddonUpdate } from '#domain/addons/choose-update';
import type { PlannedAddonUpdate } from '#domain/addons/settings';
import { PACE, poll } from '../answer/poll.ts';
import { type Looked, valueOrAbsent, valueOrWait } from '../answer/value-or-wait.ts';
import { waitFor } from '../answer/wait-for.ts';
import { done, type StepPorts } from '../step.ts';
import type { AddonRule, Hop, Steps } from '../table.ts';

type Choice = AddonChoice | { readonly kind: 'not-installed' };

/** The exact requests, in the runbook's order. */
export const chooseAddons: Steps['choose-addons'] = {
  describe: ({ rules, to }) => `choose the versions for ${to} of add-ons ${rules.map(({ name }) => name).join(', ')}`,
  run: (input, ports, slice) =>
    poll(PACE.retry, ports, slice, async () => {
      const choices: [AddonRule, Choice][] = [];
      for (const rule of input.rules) {
        const choice = await choose(rule, input, ports);
        if (choice.kind === 'wait')
          return waitFor(slice, `the versions of add-on ${rule.name}`, 'EKS describes them', choice.reason);
        choices.push([rule, choice.value]);
      }
      return done({ requests: choices.flatMap(([rule, choice]) => requestsOf(rule, choice, ports)) });
    }),
};

async function choose(rule: AddonRule, hop: Hop, { eks }: StepPorts): Promise<Looked<Choice>> {
  const addonName = rule.name;
  const installed = valueOrAbsent(
    await eks.describeAddon({ clusterName: hop.cluster, addonName }),
    `describe add-on ${addonName}`,
  );
  if (installed.kind === 'wait') return installed;
  if (installed.value === null) return { kind: 'value', value: { kind: 'not-installed' } };
  const offered = valueOrWait(
    await eks.describeAddonVersions({ addonName, kubernetesVersion: hop.to }),
    `list the versions of add-on ${addonName} for ${hop.to}`,
  );
  if (offered.kind === 'wait') return offered;
  return { kind: 'value', value: chooseAddonUpdate(rule, installed.value, offered.value, hop) };
}

function requestsOf({ name }: AddonRule, choice: Choice, { notify }: StepPorts): readonly PlannedAddonUpdate[] {
  switch (choice.kind) {
    case 'update':
      return choice.requests;
    case 'keep':
      notify({ code: 'addon-kept', data: { addon: name, version: choice.version, why: choice.why } });
      return [];
    case 'not-installed': {
      const why = 'it is not installed as an EKS add-on; whoever installed it has to update it';
      notify({ code: 'addon-left-alone', data: { addon: name, why } });
      return [];
    }
  }
}
