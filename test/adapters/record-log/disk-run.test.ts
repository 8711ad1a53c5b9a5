import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeRunFolder } from '#adapters/record-log/run-folder';
import { listRuns, runFolder } from '#adapters/record-log/run-places';
import { livenessOf, thisProcess } from '#adapters/record-log/runner-process';
import { verifyChain } from '#engine/chain';
import { readHead } from '#engine/read-log';
import { ScriptedRun } from '../../engine/scripted-run.ts';

let state: string;
const place = { account: '123456789012', region: 'ap-northeast-1', cluster: 'ekstest', run: 'run-1' };

beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'disk-run-'));
});

afterEach(() => rm(state, { recursive: true, force: true }));

async function finishedRun(): Promise<{ run: ScriptedRun; records: string }> {
  const folder = runFolder(state, place);
  const run = new ScriptedRun({}, await makeRunFolder(folder));
  expect((await run.toTheEnd(await run.start())).kind).toBe('finished');
  return { run, records: join(folder, 'records') };
}

it('carries a whole run on disk: 20 records, an intact chain', async () => {
  const { run, records } = await finishedRun();
  expect(await readdir(records)).toHaveLength(20);
  expect(await verifyChain(run.log.records)).toEqual({ kind: 'intact', entries: 20 });
  expect(await verifyChain(run.log.control)).toEqual({ kind: 'intact', entries: 2 });
});

it('names a torn last file and loses nothing', async () => {
  const { run, records } = await finishedRun();
  await truncate(join(records, '00000019.json'), 30);
  await expect(readHead(run.log)).rejects.toMatchObject({
    code: 'RecordTorn',
    message: expect.stringContaining('records/00000019.json) is cut off or not JSON'),
  });
  await expect(run.claim(run.host('next'))).rejects.toMatchObject({ code: 'RecordTorn' });
  expect(await readdir(records)).toHaveLength(20);
  expect(await verifyChain(run.log.records)).toMatchObject({ kind: 'broken', seq: 19 });
});

it('goes on from the record before when the torn file has been moved away', async () => {
  const { run, records } = await finishedRun();
  await rm(join(records, '00000019.json'));
  expect((await run.toTheEnd(await run.resume())).kind).toBe('finished');
  expect((await verifyChain(run.log.records)).kind).toBe('intact');
});

it('lists the runs below the state folder, narrowed down by what is known', async () => {
  await finishedRun();
  for (const other of [
    { ...place, run: 'run-2' },
    { ...place, cluster: 'another' },
  ])
    await (await makeRunFolder(runFolder(state, other))).records.create(0, '');
  expect(await listRuns(state, { cluster: 'ekstest' })).toEqual([place, { ...place, run: 'run-2' }]);
  expect((await listRuns(state)).map(({ cluster }) => cluster)).toEqual(['another', 'ekstest', 'ekstest']);
  expect(await listRuns(join(state, 'nowhere'))).toEqual([]);
});

it('refuses a name that leads out of the state folder', () => {
  expect(() => runFolder(state, { ...place, cluster: '../other' })).toThrow(
    expect.objectContaining({ code: 'NameUnfit', exit: 2 }),
  );
});

it('tells a living process from a dead one, and does not take a reused number for the old process', () => {
  const here = thisProcess();
  expect(livenessOf(here)).toBe('alive');
  expect(livenessOf({ ...here, pid: 4_000_000 })).toBe('dead');
  expect(livenessOf({ ...here, host: 'elsewhere' })).toBe('unknown');
});

it.runIf(process.platform === 'linux')('knows by its start time that a number is another process now', () => {
  expect(livenessOf({ ...thisProcess(), processStartedAt: 'another boot:1' })).toBe('dead');
});
