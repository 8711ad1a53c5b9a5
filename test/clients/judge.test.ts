import { expect, test } from 'vitest';
import type { Expectation } from './expectation.ts';
import { judge } from './judge.ts';
import type { Ran } from './run-command.ts';

const wanted: Expectation = {
  what: 'nodes',
  run: 'kubectl get nodes',
  exit: 0,
  columns: ['NAME', 'AGE', 'NODE SELECTOR'],
  out: ['^{node} +32h'],
  err: [],
  never: ['Forbidden'],
  keep: {},
  within: 5,
};
const ran: Ran = {
  exit: 0,
  out: 'NAME   AGE   NODE SELECTOR\na      32h   <none>\n',
  err: '',
  seconds: 1,
  wasTooSlow: false,
};
const problems = (change: Partial<Ran>, more: Partial<Expectation> = {}) =>
  judge({ ...wanted, ...more }, { ...ran, ...change }, (text) => text.replace('{node}', 'a'));

test('a command that did all that was expected has no problems', () => {
  expect(problems({})).toEqual([]);
});

test.each([
  [{ exit: 1 }, 'exit code 1 instead of 0'],
  [{ wasTooSlow: true }, 'was ended after 5 s'],
  [{ out: 'NAME   AGE\na      32h\n' }, 'columns NAME|AGE instead of NAME|AGE|NODE SELECTOR'],
  [{ out: ran.out.replace('32h', '<unknown>') }, 'standard output lacks /^a +32h/'],
  [{ err: 'Forbidden' }, 'the output has /Forbidden/, which it must not have'],
  [{ err: 'Traceback (most recent call last):' }, 'a stack trace'],
])('%j is told as one problem', (change, problem) => {
  expect(problems(change)).toEqual([problem]);
});

test('a command that had to be ended has no exit code to be judged by', () => {
  expect(problems({ exit: null }, { until: 'a' })).toEqual([]);
});
