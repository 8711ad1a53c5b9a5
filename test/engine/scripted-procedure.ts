import { assign, type ErrorActorEvent, setup } from 'xstate';
import type { Procedure } from '#engine/author/procedure';
import { stubs } from '#engine/author/stubs';
import type { Failure } from '#errors/failure';

/** The steps of the test procedure. */
export interface Script {
  'check-world': { input: object; output: object };
  'start-update': { input: { version: string }; output: { updateId: string } };
  'watch-update': { input: { updateId: string }; output: object };
  'cordon-nodes': { input: object; output: { nodes: string[] } };
  'survey-node': { input: { node: string }; output: { ready: number } };
  'drain-node': { input: { node: string }; output: { kind: 'drained' | 'blocked' } };
  'watch-workloads': { input: { ready: number }; output: object };
  'delete-group': { input: object; output: object };
  'describe-leftovers': { input: object; output: object };
}

export const STEPS = [
  'check-world',
  'start-update',
  'watch-update',
  'cordon-nodes',
  'survey-node',
  'drain-node',
  'watch-workloads',
  'delete-group',
  'describe-leftovers',
] as const;

interface Context {
  readonly version: string;
  readonly updateId?: string;
  readonly queue: string[];
  readonly setAside: string[];
  readonly ready: number;
  readonly failure?: Failure;
}

type Operator =
  | { type: 'operator.approve'; gate: string }
  | { type: 'operator.retry' | 'operator.skip' | 'operator.abort' }
  | { type: 'guard.blocked'; error: Failure };

const blockedNodes: Failure = { code: 'NodesSetAside', message: 'nodes were set aside', hint: null, cause: null };

const kit = setup({
  types: {
    context: {} as Context,
    events: {} as Operator | ErrorActorEvent<Failure>,
    input: {} as { version: string },
  },
  actors: stubs<Script>(STEPS),
  delays: { bakeTime: 3_600_000, nodeDeadline: 905_000 },
  guards: {
    nodeLeft: ({ context }) => context.queue.length > 0,
    someSetAside: ({ context }) => context.setAside.length > 0,
    drained: ({ event }) => (event as unknown as { output: Script['drain-node']['output'] }).output.kind === 'drained',
    harmless: ({ context }) => context.failure?.code === 'LimitReached',
  },
  actions: {
    nextNode: assign({ queue: ({ context }) => context.queue.slice(1) }),
    setNodeAside: assign({
      setAside: ({ context }) => [...context.setAside, ...context.queue.slice(0, 1)],
      queue: ({ context }) => context.queue.slice(1),
      failure: blockedNodes,
    }),
    takeNodesBack: assign({ queue: ({ context }) => context.setAside, setAside: [] }),
    keepFailure: assign({ failure: ({ event }) => ('error' in event ? event.error : undefined) as Failure }),
  },
});

/** No deadline: what a test is about is armed by itself. */
const meta = { unlimited: 'the scripted world always answers' };

const node = ({ context }: { context: Context }) => ({ node: context.queue[0] ?? '' });

const draining = kit.createStateConfig({
  initial: 'choosing',
  states: {
    choosing: {
      always: [
        { guard: 'nodeLeft', target: 'surveying' },
        { guard: 'someSetAside', target: 'parked' },
        { target: 'drained' },
      ],
    },
    surveying: {
      meta,
      invoke: {
        src: 'survey-node',
        input: node,
        onDone: { target: 'emptying', actions: assign({ ready: ({ event }) => event.output.ready }) },
      },
    },
    emptying: {
      after: { nodeDeadline: { target: 'choosing', actions: 'setNodeAside' } },
      invoke: {
        src: 'drain-node',
        input: node,
        onDone: [
          { guard: 'drained', target: 'settling' },
          { target: 'choosing', actions: 'setNodeAside' },
        ],
      },
    },
    settling: {
      meta,
      invoke: {
        src: 'watch-workloads',
        input: ({ context }) => ({ ready: context.ready }),
        onDone: { target: 'choosing', actions: 'nextNode' },
      },
    },
    parked: { on: { 'operator.retry': { target: 'choosing', actions: 'takeNodesBack' } } },
    drained: { type: 'final' },
  },
});

const machine = kit.createMachine({
  id: 'scripted@1',
  initial: 'work',
  context: ({ input }) => ({ version: input.version, queue: [], setAside: [], ready: 0 }),
  states: {
    work: {
      initial: 'checking',
      on: {
        'operator.abort': 'aborting',
        'xstate.error.actor.*': { target: 'parked', actions: 'keepFailure' },
        'guard.blocked': { target: 'parked', actions: 'keepFailure' },
      },
      states: {
        checking: { meta, invoke: { src: 'check-world', input: {}, onDone: 'confirmChange' } },
        confirmChange: { meta: { gate: 'change' }, on: { 'operator.approve': 'starting' } },
        starting: {
          meta,
          invoke: {
            src: 'start-update',
            input: ({ context }) => ({ version: context.version }),
            onDone: { target: 'updating', actions: assign({ updateId: ({ event }) => event.output.updateId }) },
          },
        },
        updating: {
          meta,
          invoke: {
            src: 'watch-update',
            input: ({ context }) => ({ updateId: context.updateId ?? '' }),
            onDone: 'cordoning',
          },
        },
        cordoning: {
          meta,
          invoke: {
            src: 'cordon-nodes',
            input: {},
            onDone: { target: 'draining', actions: assign({ queue: ({ event }) => event.output.nodes }) },
          },
        },
        draining: { ...draining, onDone: 'baking' },
        baking: { after: { bakeTime: 'confirmDelete' } },
        confirmDelete: { meta: { gate: 'delete' }, on: { 'operator.approve': 'deleting' } },
        deleting: { meta, invoke: { src: 'delete-group', input: {}, onDone: '#finished' } },
        whereItStopped: { type: 'history', history: 'deep' },
      },
    },
    parked: {
      on: {
        'operator.retry': 'work.whereItStopped',
        'operator.skip': { guard: 'harmless', target: '#finished' },
        'operator.abort': 'aborting',
      },
    },
    aborting: { meta, invoke: { src: 'describe-leftovers', input: {}, onDone: 'aborted', onError: 'aborted' } },
    aborted: { type: 'final', meta: { ending: 'aborted' } },
    finished: { id: 'finished', type: 'final', meta: { ending: 'finished' } },
  },
});

/** A small procedure with everything the engine knows: gates, slices, deadlines, a bake, parking, deep history, abort. */
export const scripted: Procedure = {
  name: 'scripted',
  version: 1,
  accepts: ['scripted@1'],
  machine,
  contextProblem: (context) => (Array.isArray((context as Partial<Context>).queue) ? null : 'context.queue is missing'),
};
