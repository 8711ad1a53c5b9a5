import { expect, test } from 'vitest';
import type { BlueGreenInput } from '#procedures/input';
import { parseRunbook } from '#runbook/parse';
import { toProcedureInput } from '#runbook/procedure-input';
import { RUNBOOK_TEXT } from '../builders/runbook-text.ts';

test('a runbook and a run together are the input of the blue-green machine', () => {
  const parsed = parseRunbook(RUNBOOK_TEXT);
  if (parsed.kind !== 'runbook') throw new TypeError('the builder is broken');
  const input: BlueGreenInput = toProcedureInput(parsed.runbook, {
    runId: 'r1',
    cluster: 'ekstest',
    accepted: [{ code: 'SOME_CODE', object: 'default/web' }],
    newNames: { 'managed-ng-20': 'managed-ng-21' },
    owner: 'ada@host',
    log: '/logs/r1',
  });
  expect(input).toMatchObject({
    from: '1.20',
    to: '1.21',
    checks: ['version-skew', 'budgets'],
    bakeMs: 900_000,
    newNames: { 'managed-ng-20': 'managed-ng-21' },
  });
  expect(input.limits).toEqual({
    nodeMs: 5_400_000,
    podAfterGraceMs: 600_000,
    newGroupMs: 2_700_000,
    addonMs: 1_200_000,
    deleteMs: 1_800_000,
    controlPlaneWarningMs: 2_700_000,
  });
  expect(JSON.parse(JSON.stringify(input))).toEqual(input);
});
