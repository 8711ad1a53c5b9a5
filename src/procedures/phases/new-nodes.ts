import { assign } from 'xstate';
import type { CreateNodegroupRequest } from '#domain/eks/nodegroup';
import { askedOfNewGroup, hop, inNewGroup, noteOfRotation, rotation } from '../context.ts';
import { kit, lookAgainAt, recheck } from '../kit.ts';

const request = ({ context }: { context: { newGroup: CreateNodegroupRequest | null } }) => ({
  request: context.newGroup as CreateNodegroupRequest,
});

const limit = {
  target: '#parked',
  actions: { type: 'recordLimit', params: { limit: 'new-group' } },
} as const;

/** Group after group: one new node group per old one, same settings, until its nodes are worthy of pods. */
export const newNodes = kit.createStateConfig({
  initial: 'rechecking',
  states: {
    rechecking: {
      entry: 'firstGroup',
      invoke: recheck('new-nodes', 'choosing'),
    },
    choosing: { always: [{ guard: 'groupLeft', target: 'designing' }, { target: 'there' }] },
    designing: {
      invoke: {
        src: 'design-node-group',
        input: (args) => ({ ...hop(args), ...rotation(args) }),
        onDone: {
          target: 'creating',
          actions: assign({
            newGroup: ({ event }) => event.output.request,
            rotations: ({ context, event }) =>
              noteOfRotation(context, { asked: event.output.request.scalingConfig.desiredSize }),
          }),
        },
      },
    },
    creating: { invoke: { src: 'create-node-group', input: request, onDone: 'growing' } },
    growing: {
      on: { 'xstate.error.actor.*': { target: 'stopped', actions: 'recordFailure' } },
      after: { newGroupDeadline: limit },
      invoke: { src: 'watch-node-group', input: inNewGroup, onDone: 'joining' },
    },
    joining: {
      after: { newGroupDeadline: limit },
      invoke: { src: 'watch-new-nodes', input: askedOfNewGroup, onDone: { target: 'choosing', actions: 'nextGroup' } },
    },
    stopped: lookAgainAt('creating'),
    there: { type: 'final' },
  },
});
