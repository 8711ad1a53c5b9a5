import { expect, test } from 'vitest';
import { type Context, firstContext } from '../../src/procedures/context.ts';
import { limitReached } from '../../src/procedures/limit-reached.ts';

const MINUTE = 60_000;

const context: Context = {
  ...firstContext({
    limits: { nodeMs: 60 * MINUTE, newGroupMs: 45 * MINUTE, addonMs: 20 * MINUTE, deleteMs: 30 * MINUTE },
  } as Context['input']),
  rotations: [{ old: 'ng-20', new: 'ng-21' }],
  node: 'node-a',
  addonRequests: [
    { clusterName: 'ekstest', addonName: 'coredns', addonVersion: 'v1.8.4-eksbuild.1', resolveConflicts: 'NONE' },
  ],
};

test('a limit says what is not done, after how long, and what it waited for', () => {
  const event = { type: 'xstate.after', waitingFor: '1 pod to leave node node-a: default/web-1 (finalizers hold it)' };
  expect(limitReached(context, 'node', event).message).toBe(
    'node node-a is not empty after 60 min, the limit of the runbook; it waited for 1 pod to leave node node-a: default/web-1 (finalizers hold it)',
  );
});

test.each([
  ['workloads', 'workloads that were on node node-a are not ready again after 60 min'],
  ['freeze', 'node group ng-20 is not frozen at its size after 45 min'],
  ['new-group', 'node group ng-21 is not ready for pods after 45 min'],
  ['add-on', 'add-on coredns is not at v1.8.4-eksbuild.1 after 20 min'],
  ['delete', 'node group ng-20 is not gone 30 min after the delete'],
] as const)('the limit of %s names its object; what is not known is left out', (limit, message) => {
  expect(limitReached(context, limit, { waitingFor: null }).message).toBe(`${message}, the limit of the runbook`);
});
