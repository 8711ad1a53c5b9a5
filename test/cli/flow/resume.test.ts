import { expect, test } from 'vitest';
import { EXIT } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';
import { main } from '../../../src/cli/main.ts';
import { PLACE, scripted } from '../../builders/composition.ts';
import { logOf, record } from '../../builders/run-log.ts';
import { surroundings } from '../../builders/surroundings.ts';

test('a resume that cannot reach the cluster ends with 4 and the command to type again: the run stays where it is', async () => {
  const openCluster = async () => {
    throw new UpgradeError('CredentialsExpired', 'no valid AWS credentials', { hint: 'sign in', exit: EXIT.blocked });
  };
  const { composition, logs } = await scripted(async () => expect.unreachable(), { openCluster });
  logs.set(PLACE.run, await logOf([record()]));
  const around = surroundings();
  const exit = await main(['resume', '--state', '/runs'], async () => ({ compose: async () => composition }), around);
  expect(exit).toBe(4);
  expect(around.printed.err).toContain('no valid AWS credentials [CredentialsExpired]');
  expect(around.printed.err).toContain(`sign in\n    then: upgrade resume ${PLACE.run} --state /runs`);
});
