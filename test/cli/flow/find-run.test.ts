import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeRunFolder } from '#adapters/record-log/run-folder';
import { main } from '../../../src/cli/main.ts';
import { compose } from '../../../src/compose.ts';
import { logOf, record } from '../../builders/run-log.ts';
import { surroundings } from '../../builders/surroundings.ts';

let state: string;

beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'find-run-'));
});

afterEach(() => rm(state, { recursive: true, force: true }));

const folderOf = (run: string) => join(state, '123456789012', 'ap-northeast-1', 'ekstest', run);

/** A run whose only record is not one. */
async function damaged(run: string): Promise<void> {
  await mkdir(join(folderOf(run), 'records'), { recursive: true });
  await writeFile(join(folderOf(run), 'records', '00000000.json'), '{"format":1,"seq":0');
}

async function status(...words: readonly string[]) {
  const around = surroundings();
  const exit = await main(['status', ...words, '--state', state], async () => ({ compose }), around);
  return { exit, ...around.printed };
}

it('finds the open run beside one that cannot be read', async () => {
  await damaged('20211109-000000-dead');
  await logOf([record()], await makeRunFolder(folderOf('20211109-083038-7f3a')));
  const { exit, out } = await status();
  expect(exit).toBe(0);
  expect(out).toContain('20211109-083038-7f3a');
});

it('names the run that cannot be read where no other is open', async () => {
  await damaged('20211109-000000-dead');
  const { exit, err } = await status();
  expect(exit).not.toBe(0);
  expect(err).toContain('run 20211109-000000-dead cannot be read');
  expect(err).not.toContain('defect');
});

it('names a folder in the place of the last record', async () => {
  const run = '20211109-083038-7f3a';
  await logOf([record()], await makeRunFolder(folderOf(run)));
  await mkdir(join(folderOf(run), 'records', '00000001.json'));
  const { exit, err } = await status(run);
  expect(exit).toBe(2);
  expect(err).toContain('a folder is in the place of a file');
});
