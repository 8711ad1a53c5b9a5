import { assign } from 'xstate';
import { hop } from '../context.ts';
import { kit } from '../kit.ts';

/** Gives back what is ours and harmless, lists the rest, lets go of the cluster. Never a delete. */
export const aborting = kit.createStateConfig({
  initial: 'undoing',
  states: {
    undoing: {
      invoke: {
        src: 'undo-marks',
        input: (args) => ({ ...hop(args), frozen: args.context.frozen }),
        onDone: { target: 'listing', actions: assign({ failure: null }) },
        onError: { target: 'listing', actions: 'recordFailure' },
      },
    },
    listing: {
      invoke: {
        src: 'describe-leftovers',
        input: (args) => ({ ...hop(args), rotations: args.context.rotations }),
        onDone: {
          target: 'releasing',
          actions: assign({
            report: ({ context, event }) =>
              context.failure === null
                ? event.output.leftovers
                : [`could not undo everything: ${context.failure.message}`, ...event.output.leftovers],
          }),
        },
        onError: { target: 'releasing', actions: 'recordFailure' },
      },
    },
    releasing: {
      invoke: {
        src: 'release-cluster',
        input: hop,
        onDone: 'aborted',
        onError: { target: 'aborted', actions: 'recordFailure' },
      },
    },
    aborted: { type: 'final' },
  },
});
