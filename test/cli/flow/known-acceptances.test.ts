import { expect, test } from 'vitest';
import { refuseUnknown } from '../../../src/cli/flow/known-acceptances.ts';

const accepting =
  (...codes: readonly string[]) =>
  () =>
    refuseUnknown({ accept: codes.map((code) => ({ code, object: 'default/web' })) });

test('findings of the catalogue can be accepted', () => {
  expect(accepting()).not.toThrow();
  expect(accepting('BUDGET_NEVER_ALLOWS', 'KUBECONFIG_ELSEWHERE')).not.toThrow();
});

test('a misspelt finding is refused with the one that was meant', () => {
  expect(accepting('PSP_MISSING', 'BUGDET_NEVER_ALLOWS')).toThrow(
    expect.objectContaining({
      code: 'WrongUse',
      exit: 2,
      message: '--accept BUGDET_NEVER_ALLOWS=default/web: no check has the code "BUGDET_NEVER_ALLOWS"',
      hint: 'did you mean BUDGET_NEVER_ALLOWS?',
    }),
  );
});

test('the code of a failure is none of a finding', () => {
  expect(accepting('Forbidden')).toThrow(expect.objectContaining({ code: 'WrongUse' }));
});
