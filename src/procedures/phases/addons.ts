import { assign } from 'xstate';
import type { PlannedAddonUpdate } from '#domain/addons/settings';
import { hop } from '../context.ts';
import type { BlueGreenInput } from '../input.ts';
import { kit, lookAgainAt, recheck } from '../kit.ts';

const request = ({ context }: { context: { addonRequests: readonly PlannedAddonUpdate[] } }) => ({
  request: context.addonRequests[0] as PlannedAddonUpdate,
});

/** The add-ons that the runbook puts at this place, in its order, one after another. */
export const addons = (when: keyof BlueGreenInput['addons']) =>
  kit.createStateConfig({
    initial: 'asking',
    states: {
      asking: {
        always: [{ guard: { type: 'addonsWanted', params: { when } }, target: 'rechecking' }, { target: 'updated' }],
      },
      rechecking: {
        invoke: recheck('addons', 'choosing'),
      },
      choosing: {
        invoke: {
          src: 'choose-addons',
          input: (args) => ({ ...hop(args), rules: args.context.input.addons[when] }),
          onDone: {
            target: 'next',
            actions: assign({
              addonRequests: ({ event }) => event.output.requests,
              chosenAddons: ({ context, event }) => [
                ...(context.chosenAddons ?? []),
                ...event.output.requests.map(({ addonName, addonVersion }) => ({ addonName, addonVersion })),
              ],
            }),
          },
        },
      },
      next: { always: [{ guard: 'addonLeft', target: 'starting' }, { target: 'updated' }] },
      starting: {
        on: { 'xstate.error.actor.*': { guard: 'settingsChanged', target: 'outdated', actions: 'recordFailure' } },
        invoke: {
          src: 'update-addon',
          input: request,
          onDone: [
            { guard: 'nothingToFollow', target: 'next', actions: 'nextAddon' },
            { target: 'updating', actions: assign({ updateId: ({ event }) => event.output.updateId }) },
          ],
        },
      },
      updating: {
        on: { 'xstate.error.actor.*': { target: 'stopped', actions: 'recordFailure' } },
        after: {
          addonDeadline: {
            target: '#parked',
            actions: { type: 'recordLimit', params: { limit: 'add-on' } },
          },
        },
        invoke: {
          src: 'watch-addon-update',
          input: (args) => ({ ...request(args), updateId: args.context.updateId as string }),
          onDone: { target: 'next', actions: 'nextAddon' },
        },
      },
      stopped: lookAgainAt('starting'),
      outdated: lookAgainAt('choosing'),
      updated: { type: 'final' },
    },
  });
