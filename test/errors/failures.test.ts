import { expect, test } from 'vitest';
import { checksBlock } from '#errors/checks-block';
import { listSome } from '#errors/list-some';
import { toFailure, UpgradeError } from '#errors/upgrade-error';

test('a short list is told whole', () => {
  expect(listSome(['a', 'b'])).toBe('a; b');
});

test('of a long list the first are told, and how many more there are', () => {
  expect(listSome(['a', 'b', 'c', 'd'], ', ', 2)).toBe('a, b, and 2 more');
});

const block = (object: string) => ({
  code: 'BUDGET_NEVER_ALLOWS',
  severity: 'block',
  object,
  why: 'minAvailable 1 asks for 1 healthy of 1 expected',
  whatToDo: 'relax it',
});

test('checks that block name each finding with its code and object, and each remedy once', () => {
  const risk = { ...block('default/c'), severity: 'risk' };
  expect(checksBlock([block('default/a'), risk, block('default/b')])).toMatchObject({
    code: 'ChecksBlock',
    message: `BUDGET_NEVER_ALLOWS default/a: ${block('').why}\nBUDGET_NEVER_ALLOWS default/b: ${block('').why}`,
    hint: 'relax it',
  });
});

test('where the remedies differ, each stands below its finding', () => {
  const other = { ...block('default/b'), whatToDo: 'add a node' };
  expect(checksBlock([block('default/a'), other])).toMatchObject({
    message: expect.stringMatching(
      /default\/a: .*\n {2}→ relax it\nBUDGET_NEVER_ALLOWS default\/b: .*\n {2}→ add a node$/,
    ),
    hint: 'mend each as the line below it says',
  });
});

test('a thousand findings still fit in a record', () => {
  const many = Array.from({ length: 1000 }, (_, at) => block(`default/budget-${at}`));
  const failure = checksBlock(many);
  expect(failure.message).toContain('and 980 more');
  expect(JSON.stringify(failure).length).toBeLessThan(8 * 1024);
});

test('what is not ours is kept as a defect that says so and what to do', () => {
  expect(toFailure(new TypeError('x is not a function'))).toEqual({
    code: 'Defect',
    message: 'this is a defect of upgrade, not of your cluster: x is not a function',
    hint: expect.stringContaining('upgrade status'),
    cause: null,
  });
});

test('what is ours is kept with its code, hint and cause', () => {
  const error = new UpgradeError('Refused', 'no', { hint: 'ask', cause: new TypeError('why') });
  expect(toFailure(error)).toEqual({ code: 'Refused', message: 'no', hint: 'ask', cause: 'why' });
});
