import { afterEach, expect, test, vi } from 'vitest';
import { main } from '../../src/cli/main.ts';
import { compose } from '../../src/compose.ts';
import { surroundings } from '../builders/surroundings.ts';

afterEach(() => vi.unstubAllEnvs());

const WRONG = [
  '',
  'uprgade',
  'run',
  'run 1.99-to-2.0 --cluster ekstest --state ./runs',
  'run 1.20-to-1.21 --cluster ekstest',
  'run 1.20-to-1.21 --state ./runs',
  'run 1.20-to-1.21 --clutser ekstest',
  'run 1.20-to-1.21 --cluster ekstest --approve everything',
  'run 1.20-to-1.21 --cluster ekstest --accept BUDGET',
  'run 1.20-to-1.21 --cluster ekstest --accept budget=default/web',
  'run 1.20-to-1.21 --cluster ekstest --state ./runs --accept BUDGET_NEVER_ALOWS=default/web',
  'run 1.20-to-1.21 --cluster ekstest --state /proc/x/y --profile no-such-profile',
  'run 1.20-to-1.21 --cluster ekstest --new-group managed-ng-20',
  'run 1.20-to-1.21 --cluster ekstest -o xml',
  'run 1.20-to-1.21 --cluster ekstest --state ./runs -o markdown',
  'run 1.20-to-1.21 --scenario ekstest --state ./runs',
  'plan 1.20-to-1.21 --scenario ekstest --snapshot here.yaml',
  'plan 1.20-to-1.21 1.21-to-1.22',
  'status -o yaml',
  'status --state s3://bucket/runs',
  'status --state /nowhere',
  'status 20211109-083038-7f3a --state /nowhere',
  'approve everything',
  'twin serve --port high',
  'twin',
  'twin server',
  'runbook',
];

test('each wrong use ends with 2, says what is wrong and what would be right, and shows no stack', async () => {
  let golden = '';
  for (const line of WRONG) {
    const around = surroundings();
    vi.stubEnv('AWS_CONFIG_FILE', '/nowhere/config');
    vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', '/nowhere/credentials');
    const exit = await main(line.split(' ').filter(Boolean), async () => ({ compose }), around);
    expect(exit, line).toBe(2);
    expect(around.printed.out, line).toBe('');
    expect(around.printed.err, line).not.toMatch(/\n\s+at /);
    golden += `$ upgrade ${line}\n${around.printed.err}\n`;
  }
  await expect(golden).toMatchFileSnapshot('../golden/cli/wrong-use.txt');
});

test('with -o json the error is one JSON line on standard output', async () => {
  const around = surroundings();
  const exit = await main(['status', '--state', '/nowhere', '-o', 'json'], async () => ({ compose }), around);
  expect(exit).toBe(2);
  expect(JSON.parse(around.printed.out)).toMatchObject({
    code: 'error',
    level: 'error',
    data: { code: 'NoRun', exit: 2 },
  });
  expect(around.printed.err).toBe('');
});

test('a defect says that it is one; its stack is shown only when asked for', async () => {
  const broken = async () => {
    throw new TypeError('x is not a function');
  };
  const quiet = surroundings();
  const loud = surroundings({ env: { UPGRADE_DEBUG: '1' } });
  expect(await main(['status'], broken, quiet)).toBe(1);
  expect(await main(['status'], broken, loud)).toBe(1);
  expect(quiet.printed.err).toContain('defect of upgrade');
  expect(quiet.printed.err).not.toContain('    at ');
  expect(loud.printed.err).toContain('    at ');
});
