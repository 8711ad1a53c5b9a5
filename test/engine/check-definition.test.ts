import { expect, it } from 'vitest';
import { type AnyStateMachine, and, assign, createActor, createMachine, fromPromise, not, raise, setup } from 'xstate';
import { checkDefinition, definitionProblems } from '#engine/author/check-definition';
import { stubs } from '#engine/author/stubs';
import { scripted } from './scripted-procedure.ts';

interface Table {
  look: { input: object; output: object };
}

const shared = {
  actors: { ...stubs<Table>(['look']), ownPromise: fromPromise(async () => ({})), child: createMachine({}) },
  delays: { lookDeadline: 1_000 },
  guards: { yes: () => true },
  actions: { note: assign({ noted: true }), shout: () => undefined },
};

/** A procedure of one working state, made by `state`, inside a state that takes failures. */
function problemsOf(state: object, root: object = {}): readonly string[] {
  const machine = setup(shared as never).createMachine({
    id: 'small@1',
    initial: 'work',
    context: {},
    states: {
      work: { initial: 'working', on: { 'xstate.error.actor.*': 'parked' }, states: { working: state } },
      parked: { on: { 'operator.abort': 'aborted' } },
      aborted: { type: 'final', meta: { ending: 'aborted' } },
    },
    ...root,
  } as never) as unknown as AnyStateMachine;
  return definitionProblems({ name: 'small', version: 1, accepts: ['small@1'], machine, contextProblem: () => null });
}

const look = { src: 'look', onDone: '#small@1.aborted' };

it('takes a procedure that keeps the conventions', () => {
  expect(definitionProblems(scripted)).toEqual([]);
  expect(problemsOf({ invoke: look, meta: { unlimited: 'it only looks' } })).toEqual([]);
  const after = {
    lookDeadline: {
      guard: and(['yes', not('yes')]),
      target: '#small@1.parked',
      actions: ['note', raise({ type: 'x' }, { delay: 'lookDeadline' as never })],
    },
  };
  expect(problemsOf({ invoke: look, after })).toEqual([]);
});

it.each<[string, object, string]>([
  ['parallel regions', { type: 'parallel', states: { a: {}, b: {} } }, 'parallel regions are not recorded'],
  ['two steps at once', { invoke: [look, look] }, 'two steps at once'],
  [
    'a step around a step',
    { invoke: look, initial: 'in', states: { in: { invoke: look } } },
    'a state that has a step of its own',
  ],
  ['an inline actor', { invoke: { src: fromPromise(async () => ({})) } }, 'an inline actor'],
  ['a promise of its own', { invoke: { src: 'ownPromise' } }, '"ownPromise" is not a step'],
  ['a child machine', { invoke: { src: 'child' } }, '"child" is not a step'],
  ['an unknown step', { invoke: { src: 'lok' } }, 'step "lok" is not known to setup()'],
  ['a system id', { invoke: { ...look, systemId: 'x' } }, 'uses systemId or onSnapshot'],
  ['a custom action', { invoke: look, entry: 'shout' }, 'action "shout" is a function of its own'],
  ['an inline action', { invoke: look, exit: () => undefined }, 'an inline action is a function of its own'],
  ['an unknown action', { invoke: { ...look, onDone: { actions: 'nte' } } }, 'action "nte" is not known to setup()'],
  ['an inline guard', { invoke: { ...look, onDone: { guard: () => true } } }, 'an inline guard'],
  ['an inline guard inside not()', { invoke: { ...look, onDone: { guard: not(() => true) } } }, 'an inline guard'],
  ['an unknown guard', { invoke: { ...look, onDone: { guard: 'ys' } } }, 'guard "ys" is not known to setup()'],
  ['an inline delay', { after: { 500: '#small@1.parked' } }, 'an inline delay (500 ms)'],
  ['an unknown delay', { after: { lookDedline: '#small@1.parked' } }, 'delay "lookDedline" is not known to setup()'],
  [
    'an inline delay of a raise',
    { invoke: look, entry: raise({ type: 'x' }, { delay: () => 5 }) },
    'an inline delay (a function)',
  ],
  [
    'a shallow history',
    { invoke: look, initial: 'in', states: { in: { always: 'h' }, h: { type: 'history' } } },
    'a shallow history',
  ],
  ['a step that may be waited for without a limit', { invoke: look }, 'may be waited for without a limit'],
  [
    'a limit that is not a deadline: it would run on while nobody works',
    { invoke: look, after: { 1000: '#small@1.parked' } },
    'may be waited for without a limit',
  ],
  ['a gate without an answer', { meta: { gate: 'delete' } }, 'gate "delete" does not take operator.approve'],
  ['a state where nothing can happen', { on: { 'operator.retry': '#small@1.parked' } }, 'nothing can happen here'],
])('refuses %s and names the state', (_, state, problem) => {
  const problems = problemsOf(state);
  expect(problems.join('\n')).toContain(problem);
  expect(problems[0]).toMatch(/^work\.working/);
});

it('refuses a step whose failure nobody takes', () => {
  const bare = {
    initial: 'work',
    states: {
      work: { invoke: { src: 'look' }, meta: { unlimited: 'it only looks' } },
      'a.b': { type: 'final', meta: { ending: 'finished' } },
    },
  };
  expect(problemsOf({}, bare)).toEqual([
    'work: nobody takes a failure of "look": give it onError, or xstate.error.actor.* to a state around it',
    'a.b: the name of a state is letters, digits, dashes: records join them with dots',
  ]);
});

it('refuses an end that does not say how the run ends', () => {
  const bare = { initial: 'over', states: { over: { type: 'final' } } };
  expect(problemsOf({}, bare)).toEqual([
    'over: a final state says how the run ends: meta.ending, one of finished, blocked, held, aborted',
  ]);
});

it('refuses an id without a version, another name, and a version that does not accept its own records', () => {
  const procedure = { ...scripted, version: 2 };
  expect(definitionProblems(procedure)).toEqual([
    'the machine is called "scripted@1", the procedure "scripted@2"',
    '"scripted@2" does not accept its own records',
  ]);
  expect(problemsOf({ invoke: { src: 'look' } }, { id: 'small' })[0]).toBe(
    'the machine\'s id "small" has no version: call it "small@1"',
  );
});

it('throws one error that names the procedure and every place', () => {
  expect(() => checkDefinition({ ...scripted, accepts: [] })).toThrow(
    /procedure scripted@1 cannot be run:\n {2}- "scripted@1" does not accept/,
  );
});

it('has stubs that fail with their own name when XState starts them', async () => {
  const actor = createActor(stubs<Table>(['look']).look, { input: {} });
  const failed = new Promise((resolve) => actor.subscribe({ error: resolve }));
  actor.start();
  expect(await failed).toMatchObject({ code: 'StepNotBound', message: expect.stringContaining('"look"') });
});
