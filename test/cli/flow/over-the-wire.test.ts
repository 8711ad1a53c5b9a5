import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import type { Composition } from '../../../src/compose/composition.ts';
import { compose, composeOnTwinTime } from '../../../src/compose.ts';
import { surroundings } from '../../builders/surroundings.ts';

let served: Awaited<ReturnType<Awaited<ReturnType<typeof compose>>['serveTwin']>>;
let state: string;
// One for all commands: each is a participant of the twin's time until its process ends.
let composition: Composition;

beforeAll(async () => {
  served = await (await compose()).serveTwin({ scenario: 'ekstest', clock: 'consent', set: {} });
  state = await mkdtemp(join(tmpdir(), 'upgrade-wire-'));
  composition = await composeOnTwinTime(served.controlUrl, served.controlToken);
  vi.stubEnv('AWS_ENDPOINT_URL', served.awsUrl);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAEXAMPLEEXAMPLE00');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'example');
  vi.stubEnv('AWS_REGION', 'ap-northeast-1');
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await served?.close();
  await rm(state, { recursive: true, force: true });
});

async function upgrade(...argv: string[]) {
  const around = surroundings();
  const load = async () => ({ compose: async () => composition });
  return { exit: await main(argv, load, around), ...around.printed };
}

async function writes(): Promise<number> {
  const answer = await fetch(`${served.controlUrl}/journal`, {
    headers: { authorization: `Bearer ${served.controlToken}` },
  });
  const entries = (await answer.json()) as readonly { kind: string; operation: string }[];
  return entries.filter(({ kind, operation }) => kind === 'write' && !operation.includes('selfsubjectaccessreviews'))
    .length;
}

test('a plan of the served cluster only reads; the run stops at the gate, is resumed by what it says, and finishes', async () => {
  const cluster = ['--cluster', 'ekstest', '--kubeconfig', served.kubeconfig];

  const plan = await upgrade('run', '1.20-to-1.21', ...cluster, '--dry-run');
  expect(plan.exit, plan.err).toBe(0);
  expect(await writes()).toBe(0);

  const run = await upgrade('run', '1.20-to-1.21', ...cluster, '--state', state, '--yes');
  expect(run.exit, run.err).toBe(4);
  const next = /^ +next +upgrade (.*)$/m.exec(run.out)?.[1] ?? '';
  expect(next).toContain('--approve delete-old-nodes');

  const other = await upgrade('run', '1.20-to-1.21', ...cluster, '--state', join(state, 'other'), '--yes');
  expect(other.exit, other.err).toBe(5);

  const elsewhere = await upgrade('status', ...cluster, '--state', join(state, 'nothing-here'), '-o', 'json');
  expect(JSON.parse(elsewhere.out)).toMatchObject({ situation: 'at-gate', gate: 'delete-old-nodes' });

  const resumed = await upgrade(...next.split(' '));
  expect(resumed.exit, resumed.err).toBe(0);
  expect(resumed.out).toContain('ekstest is at 1.21');

  const status = await upgrade('status', '--state', state, '-o', 'json');
  expect(JSON.parse(status.out)).toMatchObject({ situation: 'finished', resumable: false });
}, 60_000);
