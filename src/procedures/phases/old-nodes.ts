import { hop, inOldGroup } from '../context.ts';
import { kit, lookAgainAt, recheck } from '../kit.ts';

/** Group after group: verified empty, deleted, gone; then the nodes that remain are looked at. */
export const oldNodes = kit.createStateConfig({
  initial: 'rechecking',
  states: {
    rechecking: {
      entry: 'firstGroup',
      invoke: recheck('delete-old-nodes', 'choosing'),
    },
    choosing: { always: [{ guard: 'groupLeft', target: 'verifyingEmpty' }, { target: 'gone' }] },
    verifyingEmpty: { invoke: { src: 'verify-empty', input: inOldGroup, onDone: 'deleting' } },
    deleting: { invoke: { src: 'delete-node-group', input: inOldGroup, onDone: 'disappearing' } },
    disappearing: {
      on: { 'xstate.error.actor.*': { target: 'stopped', actions: 'recordFailure' } },
      after: {
        deleteDeadline: { target: '#parked', actions: { type: 'recordLimit', params: { limit: 'delete', of: 'old' } } },
      },
      invoke: { src: 'watch-node-group-deletion', input: inOldGroup, onDone: 'verifyingSurvivors' },
    },
    verifyingSurvivors: {
      invoke: { src: 'verify-survivors', input: hop, onDone: { target: 'choosing', actions: 'nextGroup' } },
    },
    stopped: lookAgainAt('verifyingEmpty'),
    gone: { type: 'final' },
  },
});
