import { assign } from 'xstate';
import { hop } from '../context.ts';
import { kit } from '../kit.ts';

/**
 * Gives back what is ours and harmless, lists the rest, lets go of the cluster. Never a delete. What could not be given
 * back, listed or let go parks it: an abort ends only when nothing of ours is left unnamed.
 */
export const aborting = kit.createStateConfig({
  initial: 'undoing',
  on: { 'xstate.error.actor.*': { target: '.parked', actions: 'recordFailure' } },
  states: {
    undoing: {
      entry: 'forgetFailure',
      invoke: {
        src: 'undo-marks',
        input: (args) => ({ ...hop(args), frozen: args.context.frozen }),
        onDone: 'listing',
      },
    },
    listing: {
      invoke: {
        src: 'describe-leftovers',
        input: (args) => ({
          ...hop(args),
          rotations: args.context.rotations,
          addons: args.context.chosenAddons ?? [],
        }),
        onDone: { target: 'releasing', actions: assign({ report: ({ event }) => event.output.leftovers }) },
      },
    },
    releasing: {
      invoke: { src: 'release-cluster', input: hop, onDone: { target: 'aborted', actions: 'reportLease' } },
    },
    parked: { on: { 'operator.retry': 'undoing', 'operator.abort': 'undoing' } },
    aborted: { type: 'final' },
  },
});
