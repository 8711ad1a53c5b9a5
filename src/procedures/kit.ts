import { assign, type DoneActorEvent, type ErrorActorEvent, setup } from 'xstate';
import type { Phase } from '#domain/preflight/finding';
import { stubs } from '#engine/author/stubs';
import { checksBlock } from '#errors/checks-block';
import type { Failure } from '#errors/failure';
import type { InputOf, OutputOf, StepName } from '#steps/table';
import { type Context, checksOf } from './context.ts';
import type { BlueGreenInput } from './input.ts';
import { type Limit, limitReached, UNANSWERED_MS } from './limit-reached.ts';

type StepTable = { [Name in StepName]: { input: InputOf<Name>; output: OutputOf<Name> } };

type Events =
  | { type: 'operator.approve'; gate: string }
  | { type: 'operator.retry' }
  | { type: 'operator.skip' }
  | { type: 'operator.abort' }
  | { type: 'guard.blocked'; error: Failure }
  | ErrorActorEvent<unknown>;

const STEPS: readonly StepName[] = [
  'check-cluster',
  'choose-node-groups',
  'hold-cluster',
  'release-cluster',
  'start-control-plane-update',
  'watch-control-plane-update',
  'watch-api-servers',
  'design-node-group',
  'create-node-group',
  'watch-node-group',
  'watch-new-nodes',
  'taint-waiting-nodes',
  'survey-node-group',
  'freeze-node-group',
  'watch-node-group-update',
  'cordon-nodes',
  'choose-node',
  'survey-node',
  'drain-node',
  'watch-workloads',
  'verify-empty',
  'delete-node-group',
  'watch-node-group-deletion',
  'verify-survivors',
  'choose-addons',
  'update-addon',
  'watch-addon-update',
  'verify-cluster',
  'undo-marks',
  'describe-leftovers',
];

/** What the step gave whose end is the event; used where only that step can have ended. */
const outputOf = <Name extends StepName>(event: object) => (event as DoneActorEvent<OutputOf<Name>>).output;

const failureOf = (event: object): Failure => (event as { error: Failure }).error;

/** The words every phase is written in: steps, limits, guards and what is remembered. */
export const kit = setup({
  types: {
    context: {} as Context,
    input: {} as BlueGreenInput,
    events: {} as Events,
  },
  actors: stubs<StepTable>(STEPS),
  delays: {
    bakeTime: ({ context }) => context.input.bakeMs,
    nodeDeadline: ({ context }) => context.input.limits.nodeMs,
    workloadsDeadline: ({ context }) => context.input.limits.nodeMs,
    newGroupDeadline: ({ context }) => context.input.limits.newGroupMs,
    resizeDeadline: ({ context }) => context.input.limits.newGroupMs,
    addonDeadline: ({ context }) => context.input.limits.addonMs,
    deleteDeadline: ({ context }) => context.input.limits.deleteMs,
    unansweredDeadline: UNANSWERED_MS,
  },
  guards: {
    checksBlock: ({ event }) => outputOf<'check-cluster'>(event).blocked,
    clusterHeld: ({ event }) => outputOf<'hold-cluster'>(event).kind === 'held',
    nothingToFollow: ({ event }) => outputOf<'start-control-plane-update' | 'update-addon'>(event).updateId === null,
    settingsChanged: ({ event }) => failureOf(event).code === 'AddonSettingsChanged',
    groupChanged: ({ event }) => failureOf(event).code === 'NodeGroupChanged',
    groupNotEmpty: ({ event }) => failureOf(event).code === 'GroupNotEmpty',
    noNodeLeft: ({ event }) => outputOf<'choose-node'>(event).node === null,
    groupLeft: ({ context }) => context.at < context.rotations.length,
    groupsWaiting: ({ context }) => context.at + 1 < context.rotations.length,
    groupsRotated: ({ context }) => context.rotations.length > 0,
    addonLeft: ({ context }) => context.addonRequests.length > 0,
    addonsWanted: ({ context }, { when }: { when: keyof BlueGreenInput['addons'] }) =>
      context.input.addons[when].length > 0,
    resizeNeeded: ({ context }) => context.resize !== null,
    stillFailed: ({ context }) => context.failure !== null,
    mayGoOn: ({ context }) => context.mayGoOn,
    approvesControlPlane: ({ event }) => event.type === 'operator.approve' && event.gate === 'control-plane',
    approvesDelete: ({ event }) => event.type === 'operator.approve' && event.gate === 'delete-old-nodes',
  },
  actions: {
    recordFailure: assign({ failure: ({ event }) => failureOf(event), mayGoOn: false }),
    recordFailureOfWorkloads: assign({ failure: ({ event }) => failureOf(event), mayGoOn: true }),
    recordLimit: assign({
      failure: ({ context, event }, { limit }: { limit: Limit }) => limitReached(context, limit, event),
      mayGoOn: (_, { limit }: { limit: Limit }) => limit === 'workloads',
    }),
    recordBlocks: assign({ failure: ({ event }) => blocksOf(event), mayGoOn: false }),
    recordRisks: assign({
      risks: ({ event }) => risksOf(event),
      brokenBefore: ({ event }) => outputOf<'check-cluster'>(event).broken,
    }),
    forgetFailure: assign({ failure: null, mayGoOn: false }),
    reportLease: assign({
      report: ({ context, event }) => [...context.report, ...outputOf<'release-cluster'>(event).left],
    }),
    firstGroup: assign({ at: 0 }),
    nextGroup: assign({ at: ({ context }) => context.at + 1, newGroup: null, resize: null, updateId: null }),
    nextAddon: assign({ addonRequests: ({ context }) => context.addonRequests.slice(1), updateId: null }),
  },
});

/**
 * Where a wait for something that EKS carries out goes when it fails: it parks, and a retry looks and acts again
 * (adopting what is still under way) instead of following what has ended.
 */
export const lookAgainAt = <Target extends string>(target: Target) =>
  ({ always: [{ guard: 'stillFailed', target: '#parked' }, { target }] }) as const;

/** The checks that guard a phase, once more right before it: what blocks parks the run. */
export const recheck = <Target extends string>(phase: Phase, target: Target) =>
  ({
    src: 'check-cluster',
    input: checksOf(phase),
    onDone: [{ guard: 'checksBlock', target: '#parked', actions: 'recordBlocks' }, { target }],
  }) as const;

const blocksOf = (event: object): Failure => checksBlock(outputOf<'check-cluster'>(event).findings);

function risksOf(event: object): readonly string[] {
  const risks = outputOf<'check-cluster'>(event).findings.filter(({ severity }) => severity === 'risk');
  return risks.slice(0, 50).map(({ code, object }) => `${code} ${object}`);
}
