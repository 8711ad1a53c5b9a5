import { describe, expect, test } from 'vitest';
import { nextSteps } from '../../../src/cli/flow/next-steps.ts';
import { decideStatus, type RunFacts } from '../../../src/cli/flow/run-status.ts';
import { NO_OPTIONS } from '../../../src/cli/option-values.ts';
import { statusText } from '../../../src/cli/render/status-text.ts';
import { HEADER, MINUTE, NOW, record, runnerNote } from '../../builders/run-log.ts';

const running = (changed: Partial<RunFacts> = {}): RunFacts => ({
  head: record(),
  header: HEADER,
  runner: runnerNote(),
  liveness: 'alive',
  pending: [],
  gate: null,
  ending: null,
  worked: 'work.drain.emptying',
  entered: NOW - 3 * MINUTE,
  now: NOW,
  ...changed,
});

const failure = {
  code: 'LimitReached',
  message: 'the limit for this node has passed: ip-10-0-101-193',
  hint: 'look at its pods',
  cause: null,
};
const parked = record({ state: 'parked', effect: null, snapshot: { status: 'active', context: { failure } } });
const pause = record({ kind: 'control', event: null, effect: record().effect });
const asked = { format: 1, seq: 0, prev: null, at: NOW - 1000, verb: 'pause', by: 'ben@other', saw: 3 } as const;
const gate = record({ state: 'work.deleteQuestion', effect: null });
const memory = {
  node: 'ip-10-0-101-193',
  at: 0,
  rotations: [{ old: 'managed-ng-20', new: 'managed-ng-21' }],
  addonRequests: [{ addonName: 'coredns' }],
};
const remembering = (changed: object = {}) => record({ snapshot: { status: 'active', context: memory }, ...changed });

const SITUATIONS: Readonly<Record<string, RunFacts>> = {
  'a runner works': running(),
  'a runner works on another host and was seen lately': running({ liveness: 'unknown' }),
  'a runner on another host has been silent for too long': running({
    liveness: 'unknown',
    runner: runnerNote({ at: NOW - 2 * MINUTE }),
  }),
  'the process of the runner is gone': running({ liveness: 'dead' }),
  'there is no sign of a runner': running({ runner: null, liveness: 'dead' }),
  'a pause was asked for and not taken yet': running({ pending: [asked] }),
  'it is paused': running({ head: pause, liveness: 'dead' }),
  'it is parked': running({ head: parked, liveness: 'dead' }),
  'it is parked where it may go on without the failed step': running({
    head: record({
      state: 'parked',
      effect: null,
      snapshot: { status: 'active', context: { failure, mayGoOn: true } },
    }),
    liveness: 'dead',
  }),
  'it is parked and a retry was asked for': running({
    head: parked,
    liveness: 'dead',
    pending: [{ ...asked, verb: 'retry' }],
  }),
  'it empties a node': running({ head: remembering() }),
  'it updates an add-on': running({
    head: remembering({ state: 'work.addonsAfterDelete.updating' }),
    worked: 'work.addonsAfterDelete.updating',
  }),
  'it makes a node group': running({
    head: remembering({ state: 'work.newNodes.waiting' }),
    worked: 'work.newNodes.waiting',
  }),
  'it waits at the gate before the delete': running({
    head: gate,
    gate: 'delete-old-nodes',
    worked: 'work.deleteQuestion',
    liveness: 'dead',
  }),
  'a runner asks at the gate before the delete': running({
    head: gate,
    gate: 'delete-old-nodes',
    worked: 'work.deleteQuestion',
  }),
  'it is finished': running({
    head: record({ state: 'finished', effect: null }),
    ending: 'finished',
    liveness: 'dead',
  }),
  'it is aborted': running({
    head: record({
      state: 'aborted',
      effect: null,
      snapshot: { status: 'done', context: { report: ['node group managed-ng-21'] } },
    }),
    ending: 'aborted',
    liveness: 'dead',
  }),
};

test('status says where a run stands and what to type, in every situation', async () => {
  const texts = Object.entries(SITUATIONS).map(([name, facts]) => {
    const status = decideStatus(facts);
    return `# ${name}\n${statusText(status, nextSteps(status, { ...NO_OPTIONS, state: '/runs' }), NOW, '/runs/ekstest')}`;
  });
  await expect(texts.join('\n')).toMatchFileSnapshot('../../golden/cli/status.txt');
});

describe('the situation', () => {
  test('is "running" only while the runner that wrote the last record lives', () => {
    expect(decideStatus(running()).situation).toBe('running');
    expect(decideStatus(running({ runner: runnerNote({ owner: 'runner-b' }) })).situation).toBe('stopped');
  });

  test('is "paused" although the process of the runner still lives', () => {
    expect(decideStatus(running({ head: pause })).situation).toBe('paused');
  });

  test('is not "paused" when the last control entry was refused', () => {
    expect(decideStatus(running({ head: { ...pause, refused: 'not here' }, liveness: 'dead' })).situation).toBe(
      'stopped',
    );
  });
});
