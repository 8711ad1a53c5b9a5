import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { journalOf, notReads } from '../e2e/seen-from-outside.ts';
import { aStage } from './a-stage.ts';
import { heldAt, RESUME } from './killed.ts';
import type { Stage } from './stage.ts';

const LONG = 180_000;

const acts = async ({ twin }: Stage): Promise<readonly string[]> =>
  notReads(await journalOf(twin)).map(({ operation }) => operation);

it.each([
  ['the update of the control plane', 2],
  ['the first cordon', 4],
  ['the delete of the old nodes', 15],
])(
  'does nothing more, and writes nothing, when its log is deleted during %s',
  async (_, mutating) => {
    const stage = await aStage();
    const run = await heldAt(stage, { mutating, when: 'after' });
    const sent = await acts(stage);
    await rm(stage.state, { recursive: true });
    await stage.control('POST', 'release');
    const { exitCode, stderr } = await run.outcome;
    expect(exitCode).toBe(4);
    expect(stderr).toMatch(/the run's log is gone: .* \[LogLost\]/);
    expect(await acts(stage)).toEqual(sent);
    expect(existsSync(stage.state)).toBe(false);
  },
  LONG,
);

it(
  'goes on from where its log was moved to while it ran',
  async () => {
    const stage = await aStage();
    const run = await heldAt(stage, { mutating: 4, when: 'after' });
    const state = join(stage.folder, 'moved');
    await rename(stage.state, state);
    await stage.control('POST', 'release');
    expect(await run.outcome).toMatchObject({ exitCode: 4 });
    expect(await stage.types(RESUME, { state }).outcome).toMatchObject({ exitCode: 0 });
    expect((await acts(stage)).filter((it) => it === 'eks:UpdateClusterVersion')).toHaveLength(1);
  },
  LONG,
);
