import { expect, it } from 'vitest';
import { ekstest } from '../../builders/ekstest.ts';
import { Rehearsal } from '../../e2e/rehearsal.ts';
import { twoGroupsAndABudget } from '../../e2e/unhealthy.ts';

it.each([
  ['ekstest', () => ekstest()],
  ['two groups and a budget', () => twoGroupsAndABudget(ekstest())],
])('an upgrade of %s breaks no rule', async (_, scenario) => {
  const run = new Rehearsal(scenario());
  expect((await run.start())?.kind).toBe('finished');
  expect(run.twin.breaches()).toEqual([]);
});
