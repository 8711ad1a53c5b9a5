import { expect, it } from 'vitest';
import type { EngineSlice, Host } from '#engine/host';
import type { Effect } from '#engine/record';
import { EXIT } from '#errors/exit-codes';
import type { Failure } from '#errors/failure';
import { UpgradeError } from '#errors/upgrade-error';
import type { Message } from '#messages/message';
import { ScriptedRun } from './scripted-run.ts';

const closed: Failure = { code: 'BudgetClosed', message: 'budget default/web allows nothing', hint: null, cause: null };

async function pausedInUpdate(): Promise<ScriptedRun> {
  const run = new ScriptedRun();
  await run.start();
  await run.ask('approve', { gate: 'change' });
  await run.resume({
    notify: ({ code, data }) => void (code === 'state-entered' && data.state === 'work.updating' && run.ask('pause')),
  });
  return run;
}

it('repeats the guarding checks once after a claim, before the first slice, and leaves no record when they let it go on', async () => {
  const run = await pausedInUpdate();
  const before = (await run.records()).length;
  const order: string[] = [];
  await run.resume({
    guard: async () => {
      order.push('guard');
      return null;
    },
    perform: (effect, slice) => {
      order.push(effect.src);
      return run.world.perform(effect, slice);
    },
  });
  expect(order.slice(0, 2)).toEqual(['guard', 'watch-update']);
  expect(order.filter((it) => it === 'guard')).toHaveLength(1);
  expect((await run.records()).slice(before, before + 2).map(({ kind }) => kind)).toEqual(['claim', 'step']);
});

it('parks with a record of the guard when a check blocks, and a retry leads back to the step', async () => {
  const run = await pausedInUpdate();
  expect(await run.resume({ guard: async () => closed })).toMatchObject({ kind: 'parked', failure: closed });
  expect((await run.records()).at(-1)).toMatchObject({
    kind: 'guard',
    event: { type: 'guard.blocked', error: closed },
    effect: null,
  });
  await run.ask('retry');
  expect(await run.resume({ guard: async () => null })).toMatchObject({ kind: 'gate', gate: 'delete' });
});

it('says where the run stood when it parks, also after another resume', async () => {
  const run = await pausedInUpdate();
  const told: string[] = [];
  const notify: Host['notify'] = ({ code, data }) => void (code === 'run-parked' && told.push(data.at));
  await run.resume({ guard: async () => closed, notify });
  await run.resume({ notify });
  expect(told).toEqual(['work.updating', 'work.updating']);
});

it('is not stopped by a check once the run is being aborted', async () => {
  const run = await pausedInUpdate();
  await run.ask('abort');
  expect((await run.resume({ guard: async () => closed })).kind).toBe('aborted');
});

it('asks for no check when the run was not resumed', async () => {
  const run = new ScriptedRun();
  expect(await run.start({ guard: async () => closed })).toMatchObject({ kind: 'gate', gate: 'change' });
});

it('parks in words when the guard itself fails, and pauses when the surroundings do not let it go on', async () => {
  const run = await pausedInUpdate();
  const broken = async () => {
    throw new TypeError('fetch failed');
  };
  expect(await run.resume({ guard: broken })).toMatchObject({
    kind: 'parked',
    failure: { message: expect.stringContaining('fetch failed') },
  });
  const ended = async () => {
    throw new UpgradeError('CredentialsExpired', 'the token has ended', { hint: 'sign in', exit: EXIT.paused });
  };
  const other = await pausedInUpdate();
  expect(await other.resume({ guard: ended })).toMatchObject({ kind: 'paused', why: 'the token has ended' });
  expect(await other.resume({ guard: async () => null })).toMatchObject({ kind: 'gate', gate: 'delete' });
});

it('waits until the checks can be made, without a record and without a step, and may be paused meanwhile', async () => {
  const run = await pausedInUpdate();
  const before = (await run.records()).length;
  const since = run.clock.now();
  const away = { waitingFor: { what: 'the API', since, endsWhen: 'it answers' } };
  const order: string[] = [];
  const told: string[] = [];
  const steps = {
    notify: (message: Message) => void (message.code === 'step-waiting' && told.push(message.data.waitingFor.what)),
    perform: (effect: Effect, slice: EngineSlice) => {
      order.push(effect.src);
      return run.world.perform(effect, slice);
    },
  };
  await run.resume({
    ...steps,
    guard: async () => {
      order.push('guard');
      if (order.length === 3) await run.ask('pause');
      return away;
    },
  });
  expect(order).toEqual(['guard', 'guard', 'guard']);
  expect(told).toEqual(['the API']);
  expect(run.clock.now() - since).toBeGreaterThanOrEqual(10_000);
  expect((await run.records()).slice(before).map(({ kind }) => kind)).toEqual(['claim', 'control']);
  let left = 2;
  await run.resume({ ...steps, guard: async () => (left-- > 0 ? away : null) });
  expect(order[3]).toBe('watch-update');
});
