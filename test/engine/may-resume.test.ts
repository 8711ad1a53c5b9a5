import { beforeAll, expect, it } from 'vitest';
import { verifyChain } from '#engine/chain';
import { mayResume, type ResumeFacts } from '#engine/may-resume';
import type { RunRecord } from '#engine/record';
import { STEPS, scripted } from './scripted-procedure.ts';
import { ScriptedRun } from './scripted-run.ts';

const target = { cluster: 'ekstest', arn: 'arn:one' };
let emptying: RunRecord;
let parked: RunRecord;
let healthy: ResumeFacts;

beforeAll(async () => {
  const run = new ScriptedRun({ nodeTakes: 3_600_000 });
  await run.start();
  await run.ask('approve', { gate: 'change' });
  await run.resume();
  const records = await run.records();
  emptying = records.find(({ state }) => state === 'work.draining.emptying') as RunRecord;
  await run.ask('abort');
  parked = {
    ...emptying,
    snapshot: {
      ...(emptying.snapshot as object),
      historyValue: { 'scripted@1.work.whereItStopped': [{ id: 'scripted@1.work.gone' }] },
    },
  };
  const header = { hop: '1.20-to-1.21', target, runbook: '', by: 'me', input: {} };
  healthy = {
    head: emptying,
    header,
    chain: await verifyChain(run.log.records),
    control: await verifyChain(run.log.control),
    procedure: scripted,
    steps: new Set(STEPS),
    target,
  };
});

const reasons = (facts: ResumeFacts) => {
  const decision = mayResume(facts);
  return decision.kind === 'yes' ? 'yes' : decision.problems.map(({ code, why }) => `${code}: ${why}`);
};

it('goes on where everything is as the last record needs it', () => {
  expect(reasons(healthy)).toBe('yes');
  expect(reasons({ ...healthy, target: null })).toBe('yes');
});

it('refuses a broken chain', () => {
  expect(reasons({ ...healthy, chain: { kind: 'broken', seq: 4, why: 'it was changed' } })).toEqual([
    'ChainBroken: record 4 (records/00000004.json): it was changed',
  ]);
});

it('refuses another cluster and names each thing that differs', () => {
  expect(reasons({ ...healthy, target: { ...target, arn: 'arn:two', endpoint: 'x' } })).toEqual([
    'TargetDiffers: arn was "arn:one" and is "arn:two"',
    'TargetDiffers: endpoint was "" and is "x"',
  ]);
});

it('refuses a version of the procedure that does not accept the run, and names the tool that wrote it', () => {
  const decision = mayResume({
    ...healthy,
    procedure: { ...scripted, version: 3, accepts: ['scripted@2', 'scripted@3'] },
  });
  expect(decision).toMatchObject({
    problems: [
      {
        code: 'ProcedureDiffers',
        why: 'the run follows scripted@1; here is scripted@3, which accepts scripted@2, scripted@3',
      },
    ],
    hint: expect.stringContaining('version 0.1.0 of the tool'),
  });
});

it('refuses a run in status error', () => {
  const snapshot = { ...(emptying.snapshot as object), status: 'error' };
  expect(reasons({ ...healthy, head: { ...emptying, snapshot } })).toEqual([
    'RunBroken: the last record has the status "error"',
  ]);
});

it.each(['work.draining.scrubbing', 'work.draining', 'work'])(
  'refuses the state %s, which is gone or has been divided',
  (state) => {
    expect(reasons({ ...healthy, head: { ...emptying, state } })).toEqual([
      `StateUnknown: state "${state}" does not exist any more, or has been divided`,
    ]);
  },
);

it('refuses a state to which a retry would lead and which is gone', () => {
  expect(reasons({ ...healthy, head: parked })).toEqual([
    'StateUnknown: the run would return to "scripted@1.work.gone", which does not exist any more',
  ]);
});

it('refuses a context that does not fit', () => {
  const snapshot = { ...(emptying.snapshot as object), context: {} };
  expect(reasons({ ...healthy, head: { ...emptying, snapshot } })).toEqual(['ContextMisfit: context.queue is missing']);
});

it('refuses a pending step that this version does not have', () => {
  const steps = new Set(STEPS.filter((it) => it !== 'drain-node'));
  expect(reasons({ ...healthy, steps })).toEqual(['StepUnknown: step "drain-node" does not exist any more']);
});

it('refuses a pending step that the state no longer has', () => {
  const effect = emptying.effect === null ? null : { ...emptying.effect, src: 'scrub-node' };
  expect(reasons({ ...healthy, head: { ...emptying, effect } })).toEqual([
    'StepUnknown: state "work.draining.emptying" no longer has the step "scrub-node" that is pending',
  ]);
});

it('refuses a state that has got a step which the run has not begun', () => {
  expect(reasons({ ...healthy, head: { ...emptying, effect: null } })).toEqual([
    'StepUnknown: state "work.draining.emptying" now has the step "drain-node", which this run has not begun',
  ]);
});

it('refuses a pending timer that nobody takes any more', () => {
  const timers = emptying.timers.map((timer) => ({ ...timer, event: { type: 'xstate.after.oldLimit.x' } }));
  expect(reasons({ ...healthy, head: { ...emptying, timers } })).toEqual([
    'TimerUnknown: state "work.draining.emptying" no longer takes the timer "xstate.after.oldLimit.x"',
  ]);
});
