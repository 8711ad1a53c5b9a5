import { assign } from 'xstate';
import { checksOf, hop } from '../context.ts';
import { kit } from '../kit.ts';

/** Which groups to rotate, then every check. Nothing has been changed yet, so trouble here ends the run as blocked. */
export const preflight = kit.createStateConfig({
  initial: 'choosing',
  on: { 'xstate.error.actor.*': { target: '#blocked', actions: 'recordFailure' } },
  states: {
    choosing: {
      invoke: {
        src: 'choose-node-groups',
        input: (args) => ({ ...hop(args), newNames: args.context.input.newNames }),
        onDone: { target: 'checking', actions: assign({ rotations: ({ event }) => event.output.rotations }) },
      },
    },
    checking: {
      invoke: {
        src: 'check-cluster',
        input: checksOf('all'),
        onDone: [
          { guard: 'checksBlock', target: '#blocked', actions: 'recordBlocks' },
          { target: 'checked', actions: 'recordRisks' },
        ],
      },
    },
    checked: { type: 'final' },
  },
});
