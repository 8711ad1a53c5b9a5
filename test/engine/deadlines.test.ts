import { expect, it } from 'vitest';
import { setup } from 'xstate';
import type { Procedure } from '#engine/author/procedure';
import { stubs } from '#engine/author/stubs';
import { delayName, dueTimer, isDeadline, shiftDeadlines } from '#engine/deadlines';
import { drive } from '#engine/drive';
import type { Timer } from '#engine/record';
import { startRun } from '#engine/start';
import { ScriptedRun } from './scripted-run.ts';

const timer = (id: string, due: number): Timer => ({ id, event: { type: id }, due, deadline: isDeadline(id) });

it('tells a deadline from a bake by the name of its delay', () => {
  expect(isDeadline('xstate.after.nodeDeadline.drain@1.work.emptying')).toBe(true);
  expect(isDeadline('xstate.after.bakeTime.drain@1.work.afterDeadline')).toBe(false);
  expect(delayName('xstate.after.nodeDeadline.drain@1.work.emptying')).toBe('nodeDeadline');
});

it('shifts deadlines only', () => {
  const timers = [timer('xstate.after.nodeDeadline.m', 10), timer('xstate.after.bakeTime.m', 10)];
  expect(shiftDeadlines(timers, 5).map(({ due }) => due)).toEqual([15, 10]);
});

it('fires the earliest of the due timers, and none before its instant', () => {
  const timers = [timer('late', 20), timer('early', 10)];
  expect(dueTimer(timers, 9)).toBeNull();
  expect(dueTimer(timers, 30)?.id).toBe('early');
});

it('sets each node aside at its deadline, to the second, while a runner lives', async () => {
  const run = new ScriptedRun({ nodeTakes: 3_600_000 });
  await run.start();
  await run.ask('approve', { gate: 'change' });
  expect(await run.resume()).toMatchObject({ kind: 'parked', failure: { code: 'NodesSetAside' } });
  const records = await run.records();
  const fired = records.filter(({ kind }) => kind === 'timer');
  const armed = fired.map(({ seq }) => records[seq - 1]);
  expect(fired.map(({ at }, index) => at - (armed[index]?.timers[0]?.due ?? 0))).toEqual([0, 0, 0]);
  expect(run.messages.filter(({ code }) => code === 'timer-fired')).toHaveLength(3);
});

it('keeps the instant of the bake through a pause', async () => {
  const run = new ScriptedRun();
  await run.start();
  await run.ask('approve', { gate: 'change' });
  await run.resume({
    notify: ({ code, data }) => void (code === 'state-entered' && data.state === 'work.baking' && run.ask('pause')),
  });
  const due = (await run.records()).at(-1)?.timers[0]?.due;
  run.clock.jump(2 * 3_600_000);
  const resumedAt = run.clock.now();
  expect(await run.resume()).toMatchObject({ kind: 'gate', gate: 'delete' });
  const fired = (await run.records()).at(-1);
  expect(due).toBeLessThan(resumedAt);
  expect(fired?.at).toBe(resumedAt);
});

/** Its limit is due after 5 s, but the guard does not let it fire; the step ends after 20 s. */
const patient: Procedure = {
  name: 'patient',
  version: 1,
  accepts: ['patient@1'],
  contextProblem: () => null,
  machine: setup({
    actors: stubs<{ wait: { input: object; output: object } }>(['wait']),
    delays: { limit: 5_000 },
    guards: { never: () => false },
  }).createMachine({
    id: 'patient@1',
    initial: 'waiting',
    states: {
      waiting: {
        invoke: { src: 'wait', input: {}, onDone: 'over', onError: 'over' },
        after: { limit: { guard: 'never', target: 'over' } },
      },
      over: { type: 'final', meta: { ending: 'finished' } },
    },
  }),
};

it('fires a timer once, even when the machine does not take it', async () => {
  const run = new ScriptedRun();
  const began = run.clock.now();
  const host = run.host('me', {
    procedure: patient,
    perform: async (_, slice) => {
      await slice.time.until(Math.min(slice.end, began + 20_000));
      if (run.clock.now() >= began + 20_000) return { kind: 'done', output: {} };
      return { kind: 'again', waitingFor: { what: 'it', since: began, endsWhen: 'it ends' } };
    },
  });
  const header = { hop: 'test', target: {}, runbook: '', by: 'me', input: {} };
  const first = await startRun(run.log, { run: 'run-1', procedure: patient, header, tool: '1', owner: 'me' }, began);
  if (first.kind !== 'ours') throw new Error('nobody else is here');
  expect((await run.clock.run(drive(host, first.stored.record))).kind).toBe('finished');
  expect((await run.records()).map(({ kind, at }) => [kind, at - began])).toEqual([
    ['start', 0],
    ['timer', 5_000],
    ['step', 20_000],
  ]);
});
