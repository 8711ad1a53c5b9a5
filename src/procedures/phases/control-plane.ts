import { assign } from 'xstate';
import { hop } from '../context.ts';
import { kit, lookAgainAt, recheck } from '../kit.ts';

/** Start the update, follow its id, see the API servers answer with the new version. */
export const controlPlane = kit.createStateConfig({
  initial: 'rechecking',
  states: {
    rechecking: {
      invoke: recheck('control-plane', 'starting'),
    },
    starting: {
      invoke: {
        src: 'start-control-plane-update',
        input: hop,
        onDone: [
          { guard: 'nothingToFollow', target: 'answering' },
          { target: 'updating', actions: assign({ updateId: ({ event }) => event.output.updateId }) },
        ],
      },
    },
    updating: {
      meta: {
        unlimited: 'EKS cannot cancel an update, and nothing may be done beside it: the step warns and waits on',
      },
      on: { 'xstate.error.actor.*': { target: 'stopped', actions: 'recordFailure' } },
      invoke: {
        src: 'watch-control-plane-update',
        input: (args) => ({
          ...hop(args),
          updateId: args.context.updateId as string,
          warnAfterMs: args.context.input.limits.controlPlaneWarningMs,
        }),
        onDone: { target: 'answering', actions: assign({ updateId: null }) },
      },
    },
    answering: { invoke: { src: 'watch-api-servers', input: hop, onDone: 'updated' } },
    stopped: lookAgainAt('starting'),
    updated: { type: 'final' },
  },
});
