import { and, assign } from 'xstate';
import type { ResizeNodegroupRequest } from '#domain/eks/nodegroup';
import { hop, inFrozenGroup, inOldGroup, noteOfRotation, rotation } from '../context.ts';
import { kit, lookAgainAt, recheck } from '../kit.ts';

const onNode = (args: Parameters<typeof hop>[0]) => ({ ...hop(args), node: args.context.node as string });
const emptied = (args: Parameters<typeof hop>[0]) => ({
  ...inFrozenGroup(args),
  ...onNode(args),
  podAfterGraceMs: args.context.input.limits.podAfterGraceMs,
});

/** Somebody else changes the group: a retry freezes it anew. */
const changed = {
  'xstate.error.actor.*': { guard: 'groupChanged', target: 'stopped', actions: 'recordFailure' },
} as const;

/** Group after group: freeze its size, cordon all of it, then empty its nodes one by one, oldest first. */
export const drain = kit.createStateConfig({
  initial: 'rechecking',
  states: {
    rechecking: {
      entry: 'firstGroup',
      invoke: recheck('drain', 'choosingGroup'),
    },
    choosingGroup: {
      id: 'drainThisGroup',
      always: [
        { guard: and(['groupLeft', 'groupsWaiting']), target: 'taintingLaterGroups' },
        { guard: 'groupLeft', target: 'surveyingGroup' },
        { target: 'drained' },
      ],
    },
    taintingLaterGroups: {
      invoke: {
        src: 'taint-waiting-nodes',
        input: (args) => ({
          ...hop(args),
          groups: args.context.rotations.slice(args.context.at + 1).map(({ old }) => old),
        }),
        onDone: 'surveyingGroup',
      },
    },
    surveyingGroup: {
      invoke: {
        src: 'survey-node-group',
        input: inOldGroup,
        onDone: {
          target: 'decidingFreeze',
          actions: assign({
            resize: ({ event }) => event.output.request,
            rotations: ({ context, event }) =>
              noteOfRotation(context, {
                frozenAt: (event.output.request?.scalingConfig ?? event.output.before).desiredSize,
              }),
            // Surveyed again after a failure, the sizes are perhaps ours already: the first ones are given back.
            frozen: ({ context, event }) =>
              event.output.request === null || context.frozen.some(({ group }) => group === rotation({ context }).old)
                ? context.frozen
                : [...context.frozen, { group: rotation({ context }).old, before: event.output.before }],
          }),
        },
      },
    },
    decidingFreeze: { always: [{ guard: 'resizeNeeded', target: 'freezing' }, { target: 'cordoning' }] },
    freezing: {
      invoke: {
        src: 'freeze-node-group',
        input: ({ context }) => ({ request: context.resize as ResizeNodegroupRequest }),
        onDone: { target: 'resizing', actions: assign({ updateId: ({ event }) => event.output.updateId }) },
      },
    },
    resizing: {
      on: { 'xstate.error.actor.*': { target: 'stopped', actions: 'recordFailure' } },
      after: {
        resizeDeadline: {
          target: '#parked',
          actions: { type: 'recordLimit', params: { limit: 'freeze' } },
        },
      },
      invoke: {
        src: 'watch-node-group-update',
        input: (args) => ({ ...inOldGroup(args), updateId: args.context.updateId as string }),
        onDone: { target: 'cordoning', actions: assign({ updateId: null, resize: null }) },
      },
    },
    cordoning: { invoke: { src: 'cordon-nodes', input: inOldGroup, onDone: 'choosingNode' } },
    choosingNode: {
      id: 'choosingNode',
      on: changed,
      invoke: {
        src: 'choose-node',
        input: inFrozenGroup,
        onDone: [
          { guard: 'noNodeLeft', target: 'choosingGroup', actions: 'nextGroup' },
          { target: 'surveyingNode', actions: assign({ node: ({ event }) => event.output.node }) },
        ],
      },
    },
    surveyingNode: {
      invoke: {
        src: 'survey-node',
        input: onNode,
        onDone: { target: 'emptying', actions: assign({ touched: ({ event }) => event.output.touched }) },
      },
    },
    emptying: {
      on: changed,
      after: {
        nodeDeadline: { target: '#parked', actions: { type: 'recordLimit', params: { limit: 'node' } } },
      },
      invoke: { src: 'drain-node', input: emptied, onDone: 'comingBack' },
    },
    comingBack: {
      on: { 'xstate.error.actor.*': { target: '#parked', actions: 'recordFailureOfWorkloads' } },
      after: {
        workloadsDeadline: {
          target: '#parked',
          actions: { type: 'recordLimit', params: { limit: 'workloads' } },
        },
      },
      invoke: {
        src: 'watch-workloads',
        input: (args) => ({ ...hop(args), touched: args.context.touched }),
        onDone: { target: 'choosingNode', actions: assign({ node: null, touched: [] }) },
      },
    },
    stopped: lookAgainAt('surveyingGroup'),
    drained: { type: 'final' },
  },
});
