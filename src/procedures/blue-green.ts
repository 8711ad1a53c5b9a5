import { assign } from 'xstate';
import type { Procedure } from '#engine/author/procedure';
import { asHolder, contextProblem, firstContext, hop } from './context.ts';
import { kit } from './kit.ts';
import { limited, unanswered } from './limited.ts';
import { aborting } from './phases/aborting.ts';
import { addons } from './phases/addons.ts';
import { controlPlane } from './phases/control-plane.ts';
import { drain } from './phases/drain.ts';
import { newNodes } from './phases/new-nodes.ts';
import { oldNodes } from './phases/old-nodes.ts';
import { preflight } from './phases/preflight.ts';

const machine = kit.createMachine({
  id: 'blue-green@1',
  initial: 'work',
  context: ({ input }) => firstContext(input),
  states: {
    work: {
      initial: 'preflight',
      on: {
        'operator.abort': 'aborting',
        'guard.blocked': { target: 'parked', actions: 'recordFailure' },
        'xstate.error.actor.*': { target: 'parked', actions: 'recordFailure' },
      },
      states: {
        preflight: { ...limited(preflight, '#blocked'), onDone: 'startQuestion' },
        startQuestion: {
          meta: { gate: 'control-plane' },
          on: { 'operator.approve': { guard: 'approvesControlPlane', target: 'holdCluster' } },
        },
        holdCluster: {
          after: unanswered,
          invoke: {
            src: 'hold-cluster',
            input: asHolder,
            onDone: [
              { guard: 'clusterHeld', target: 'addonFloors' },
              {
                target: '#held',
                actions: assign({
                  report: ({ event }) =>
                    event.output.kind === 'held-by-another'
                      ? [`held by run ${event.output.holder}`, `its log: ${event.output.log}`]
                      : [],
                }),
              },
            ],
          },
        },
        addonFloors: { ...limited(addons('beforeControlPlane')), onDone: 'controlPlane' },
        controlPlane: { ...limited(controlPlane), onDone: 'newNodes' },
        newNodes: { ...limited(newNodes), onDone: 'drain' },
        drain: { ...limited(drain), onDone: 'addonsBeforeDelete' },
        addonsBeforeDelete: {
          ...limited(addons('beforeDelete')),
          onDone: [{ guard: 'groupsRotated', target: 'bake' }, { target: 'addonsAfterDelete' }],
        },
        bake: { after: { bakeTime: 'deleteQuestion' } },
        deleteQuestion: {
          meta: { gate: 'delete-old-nodes' },
          on: { 'operator.approve': { guard: 'approvesDelete', target: 'oldNodes' } },
        },
        oldNodes: { ...limited(oldNodes), onDone: 'addonsAfterDelete' },
        addonsAfterDelete: { ...limited(addons('afterDelete')), onDone: 'verify' },
        verify: {
          after: unanswered,
          invoke: {
            src: 'verify-cluster',
            input: (args) => ({
              ...hop(args),
              rotations: args.context.rotations,
              brokenBefore: args.context.brokenBefore,
            }),
            onDone: { target: 'releaseCluster', actions: assign({ report: ({ event }) => event.output.report }) },
          },
        },
        releaseCluster: {
          after: unanswered,
          invoke: { src: 'release-cluster', input: hop, onDone: { target: '#finished', actions: 'reportLease' } },
        },
        whereItStopped: { type: 'history', history: 'deep' },
      },
    },
    parked: {
      id: 'parked',
      on: {
        'operator.retry': { target: 'work.whereItStopped', actions: 'forgetFailure' },
        'operator.skip': { guard: 'mayGoOn', target: '#choosingNode', actions: 'forgetFailure' },
        'operator.abort': 'aborting',
      },
    },
    aborting: { ...limited(aborting, 'parked'), onDone: 'aborted' },
    finished: { id: 'finished', type: 'final', meta: { ending: 'finished' } },
    blocked: { id: 'blocked', type: 'final', meta: { ending: 'blocked' } },
    held: { id: 'held', type: 'final', meta: { ending: 'held' } },
    aborted: { id: 'aborted', type: 'final', meta: { ending: 'aborted' } },
  },
});

/** The control plane in place, the nodes blue/green: one new managed group per old one, drained node by node. */
export const blueGreen: Procedure = {
  name: 'blue-green',
  version: 1,
  accepts: ['blue-green@1'],
  machine,
  contextProblem,
};
