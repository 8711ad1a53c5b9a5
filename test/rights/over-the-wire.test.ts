import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { loadScenario } from '#twin/scenario/load';
import { openTwin } from '#twin/twin';
import { main } from '../../src/cli/main.ts';
import { composeOnTwinTime } from '../../src/compose.ts';
import { serveForTest } from '../builders/serve-for-test.ts';
import { surroundings } from '../builders/surroundings.ts';
import { linesOf, printed, without } from './printed.ts';

const named = { cluster: 'ekstest', region: 'ap-northeast-1', nodeRole: 'ekstest-nodes', addonRoles: [] };

async function upgrade(lacks: string | null, ...argv: readonly string[]) {
  const rights = await printed('run', named);
  const lack = linesOf(rights).find((it) => 'action' in it && it.action === lacks);
  const twin = openTwin({ ...loadScenario('ekstest'), access: without(rights, lack) });
  const served = await serveForTest(twin);
  const state = await mkdtemp(join(tmpdir(), 'upgrade-rights-'));
  onTestFinished(() => rm(state, { recursive: true, force: true }));
  vi.stubEnv('AWS_ENDPOINT_URL', served.awsUrl);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAEXAMPLEEXAMPLE00');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'example');
  vi.stubEnv('AWS_REGION', named.region);
  onTestFinished(() => void vi.unstubAllEnvs());
  const composition = await composeOnTwinTime(served.controlUrl, served.controlToken);
  const around = surroundings();
  const where = ['--cluster', named.cluster, '--kubeconfig', served.kubeconfig, '--state', state];
  const exit = await main([...argv, ...where], async () => ({ compose: async () => composition }), around);
  const refused = twin.journal.entries().filter(({ status }) => status === 403);
  return { exit, ...around.printed, refused: refused.map(({ operation }) => operation) };
}

const RUN = ['run', '1.20-to-1.21', '--yes', '--approve', 'delete-old-nodes'];

test('through the real clients a run with exactly the printed rights ends done, and nothing is refused', async () => {
  const { exit, err, refused } = await upgrade(null, ...RUN);
  expect({ exit, refused }, err).toEqual({ exit: 0, refused: [] });
}, 60_000);

test('without the right to pass the role of the nodes it parks with the words of AWS, and says how to go on', async () => {
  const { exit, out, refused } = await upgrade('iam:PassRole', ...RUN);
  expect({ exit, refused }).toEqual({ exit: 1, refused: ['eks:CreateNodegroup'] });
  expect(out).toContain('not authorized to perform: iam:PassRole');
  expect(out).toContain('upgrade retry');
}, 60_000);
