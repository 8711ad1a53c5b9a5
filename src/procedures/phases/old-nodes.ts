import { checksOf, hop, inOldGroup } from '../context.ts';
import { kit, lookAgainAt, recheck } from '../kit.ts';

/** Pods are on the old nodes again: a retry drains the group once more, bakes, and asks once more. */
const notEmpty = {
  'xstate.error.actor.*': { guard: 'groupNotEmpty', target: 'occupied', actions: 'recordFailure' },
} as const;

const CHECKS = checksOf('delete-old-nodes');

/** Group after group: verified empty, deleted, gone; then the nodes that remain are looked at. */
export const oldNodes = kit.createStateConfig({
  initial: 'rechecking',
  states: {
    rechecking: {
      entry: 'firstGroup',
      invoke: recheck('delete-old-nodes', 'choosing'),
    },
    choosing: { always: [{ guard: 'groupLeft', target: 'verifyingEmpty' }, { target: 'gone' }] },
    verifyingEmpty: { on: notEmpty, invoke: { src: 'verify-empty', input: inOldGroup, onDone: 'deleting' } },
    deleting: {
      on: notEmpty,
      invoke: {
        src: 'delete-node-group',
        input: (args) => ({ ...CHECKS(args), ...inOldGroup(args) }),
        onDone: 'disappearing',
      },
    },
    disappearing: {
      on: { 'xstate.error.actor.*': { target: 'stopped', actions: 'recordFailure' } },
      after: {
        deleteDeadline: { target: '#parked', actions: { type: 'recordLimit', params: { limit: 'delete' } } },
      },
      invoke: { src: 'watch-node-group-deletion', input: inOldGroup, onDone: 'verifyingSurvivors' },
    },
    verifyingSurvivors: {
      invoke: {
        src: 'verify-survivors',
        input: (args) => ({ ...hop(args), brokenBefore: args.context.brokenBefore }),
        onDone: { target: 'choosing', actions: 'nextGroup' },
      },
    },
    stopped: lookAgainAt('verifyingEmpty'),
    occupied: lookAgainAt('#drainThisGroup'),
    gone: { type: 'final' },
  },
});
