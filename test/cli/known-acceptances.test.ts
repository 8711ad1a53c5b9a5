import { expect, test } from 'vitest';
import { refuseUnknownFindings } from '../../src/cli/known-acceptances.ts';

const accepting = (...codes: readonly string[]) =>
  refuseUnknownFindings({ accept: codes.map((code) => ({ code, object: 'default/web' })) });

test('findings of the catalogue can be accepted', async () => {
  await expect(accepting()).resolves.toBeUndefined();
  await expect(accepting('BUDGET_NEVER_ALLOWS', 'KUBECONFIG_ELSEWHERE')).resolves.toBeUndefined();
});

test('a misspelt finding is refused with the one that was meant', async () => {
  await expect(accepting('PSP_MISSING', 'BUGDET_NEVER_ALLOWS')).rejects.toMatchObject({
    code: 'WrongUse',
    exit: 2,
    message: '--accept BUGDET_NEVER_ALLOWS=default/web: no check has a finding "BUGDET_NEVER_ALLOWS"',
    hint: 'did you mean BUDGET_NEVER_ALLOWS?',
  });
});

test('the code of a failure is none of a finding', async () => {
  await expect(accepting('Forbidden')).rejects.toMatchObject({ code: 'WrongUse' });
});
