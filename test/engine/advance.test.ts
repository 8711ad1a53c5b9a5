import { beforeAll, expect, it } from 'vitest';
import { type AnyStateMachine, assign, createMachine } from 'xstate';
import { advance, begin, tokenOf } from '#engine/advance';
import type { RunRecord } from '#engine/record';
import { settle } from '#engine/settle';
import { scripted } from './scripted-procedure.ts';
import { ScriptedRun } from './scripted-run.ts';

let emptying: readonly RunRecord[];

beforeAll(async () => {
  const run = new ScriptedRun();
  await run.toTheEnd(await run.start());
  emptying = (await run.records()).filter(({ state }) => state === 'work.draining.emptying');
});

const at = (index: number): RunRecord => emptying[index] as RunRecord;

it('gives the same effect id a new token each time it is scheduled', () => {
  expect(new Set(emptying.map(({ effect }) => effect?.id)).size).toBe(1);
  expect(new Set(emptying.map(({ effect }) => effect?.token)).size).toBe(3);
  expect(at(0).effect?.token).toMatch(/^[0-9a-f]{32}$/);
  expect(at(0).effect?.token).toBe(tokenOf('run-1', at(0).effect?.id ?? '', at(0).seq));
});

it('ignores the stale result of node 1 that arrives while node 2 is emptied, which XState alone would take', () => {
  const outcome = { kind: 'done', output: { kind: 'drained' } } as const;
  const token = at(0).effect?.token ?? '';
  const event = settle(at(0), token, outcome);
  expect(event).toMatchObject({
    type: 'xstate.done.actor.0.scripted@1.work.draining.emptying',
    output: { kind: 'drained' },
  });
  expect(settle(at(1), token, outcome)).toBeNull();
  if (event !== null) expect(advance(scripted.machine, at(1), event, 0).state).toBe('work.draining.settling');
});

it('is pure: the same record, event and instant give the same bytes', () => {
  const event = settle(at(0), at(0).effect?.token ?? '', { kind: 'done', output: { kind: 'drained' } });
  if (event === null) throw new Error('the token is the pending one');
  const bodies = [1, 2].map(() => JSON.stringify(advance(scripted.machine, at(0), event, 5)));
  expect(bodies[0]).toBe(bodies[1]);
});

it('persists no children: XState would start them by itself', () => {
  expect(at(0).snapshot).toMatchObject({ children: {} });
});

const machineOf = (states: object): AnyStateMachine =>
  createMachine({ id: 'odd@1', initial: 'a', context: {}, states } as never);
const before = { seq: 0, run: 'run-1', effect: null, timers: [] } as unknown as RunRecord;

it('refuses an action that a record cannot hold', () => {
  const machine = machineOf({ a: { entry: () => undefined } });
  expect(() => begin(machine, {}, 'run-1', 0)).toThrow(expect.objectContaining({ code: 'ActionForbidden' }));
});

it('refuses an actor that an assign spawns', () => {
  const machine = machineOf({ a: { entry: assign({ child: ({ spawn }) => spawn(createMachine({})) }) } });
  expect(() => begin(machine, {}, 'run-1', 0)).toThrow(expect.objectContaining({ code: 'EffectForbidden' }));
});

it('refuses to record a machine that fails', () => {
  const machine = machineOf({ a: { on: { 'xstate.done.actor.x': { actions: assign(() => boom()) } } } });
  const start = { ...before, ...begin(machine, {}, 'run-1', 0) };
  expect(() => advance(machine, start, { type: 'xstate.done.actor.x' }, 0)).toThrow(/the guard is wrong/);
  expect(() => advance(machine, start, { type: 'xstate.error.actor.x', error: { code: 'Boom' } } as never, 0)).toThrow(
    expect.objectContaining({ code: 'ProcedureBroken' }),
  );
});

function boom(): never {
  throw new Error('the guard is wrong');
}
