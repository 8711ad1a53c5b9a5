import { expect, it } from 'vitest';
import type { Failure } from '#errors/failure';
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

it('is not stopped by a check once the run is being aborted', async () => {
  const run = await pausedInUpdate();
  await run.ask('abort');
  expect((await run.resume({ guard: async () => closed })).kind).toBe('aborted');
});

it('asks for no check when the run was not resumed', async () => {
  const run = new ScriptedRun();
  expect(await run.start({ guard: async () => closed })).toMatchObject({ kind: 'gate', gate: 'change' });
});
