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

const ENDED = [
  ['finished', 0, /is finished: ekstest is at 1.21 \(it had ended before; nothing was done now\)/],
  ['aborted', 6, /is aborted; what stays changed is listed below \(it had ended before/],
  ['blocked', 3, /next +upgrade run 1.20-to-1.21 --cluster ekstest --region ap-northeast-1 --state \/runs/],
  ['held', 5, /next +upgrade run 1.20-to-1.21 --cluster ekstest --region ap-northeast-1 --state \/runs/],
] as const;

test.each(ENDED)(
  'a resume of a run that is %s tells so with its exit code, %i, and opens nothing',
  async (state, code, words) => {
    const openCluster = async () => expect.unreachable();
    const { composition, logs } = await scripted(async () => expect.unreachable(), { openCluster });
    const snapshot = { status: 'done', value: state, context: { report: ['3 nodes'] }, children: {}, historyValue: {} };
    logs.set(PLACE.run, await logOf([record(), record({ state, snapshot, effect: null })]));
    const line = (more: readonly string[]) => ['resume', PLACE.run, '--state', '/runs', ...more];
    const around = surroundings();
    expect(await main(line([]), async () => ({ compose: async () => composition }), around)).toBe(code);
    expect(around.printed.out).toMatch(words);
    expect(around.printed.out).toContain('3 nodes');

    const json = surroundings();
    expect(await main(line(['-o', 'json']), async () => ({ compose: async () => composition }), json)).toBe(code);
    expect(JSON.parse(json.printed.out)).toMatchObject({
      code: 'run-ended',
      data: { run: PLACE.run, ending: state, exit: code, resumable: false },
    });
  },
);
