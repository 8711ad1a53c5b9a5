import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { unwritable, unwritableNow } from '#adapters/record-log/disk-failure';
import { DiskSequence, writeDurably } from '#adapters/record-log/disk-sequence';
import { makeRunFolder, openRunFolder } from '#adapters/record-log/run-folder';
import type { RunnerNote } from '#ports/record-log';

let home: string;
let folder: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'record-log-'));
  folder = join(home, 'account', 'run-1');
});

afterEach(() => rm(home, { recursive: true, force: true }));

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);
const note: RunnerNote = {
  owner: 'a',
  host: 'desk',
  pid: 1,
  processStartedAt: null,
  at: 5,
  state: 'work',
  waitingFor: null,
};

it('lays a run out as records, control and runner.json, for its owner only', async () => {
  const log = await makeRunFolder(folder);
  await log.records.create(7, 'seven\n');
  await log.control.create(3, 'three\n');
  await log.writeRunner(note);
  expect((await readdir(folder, { recursive: true })).sort()).toEqual([
    'control',
    'control/00000003.json',
    'records',
    'records/00000007.json',
    'runner.json',
  ]);
  for (const path of [join(home, 'account'), folder, join(folder, 'records'), join(folder, 'control')])
    expect(await modeOf(path)).toBe('700');
  for (const path of ['records/00000007.json', 'control/00000003.json', 'runner.json'])
    expect(await modeOf(join(folder, path))).toBe('600');
});

it('gives back what was written', async () => {
  const log = await makeRunFolder(folder);
  expect(await log.records.create(0, '{"ü":1}\n')).toBe('created');
  expect(await log.records.read(0)).toBe('{"ü":1}\n');
  expect(await log.records.head()).toEqual({ seq: 0, bytes: '{"ü":1}\n' });
  await log.writeRunner(note);
  await log.writeRunner({ ...note, at: 6 });
  expect(await log.readRunner()).toEqual({ ...note, at: 6 });
});

it('reads a folder that does not exist as an empty log and does not make it', async () => {
  const log = openRunFolder(folder);
  expect(await log.records.head()).toBeNull();
  expect(await log.records.read(0)).toBeNull();
  expect(await log.readRunner()).toBeNull();
  expect(await readdir(home)).toEqual([]);
});

it.each(['records', 'control'] as const)('begins no new log in the place of one that is gone: %s', async (part) => {
  const log = await makeRunFolder(folder);
  await log.records.create(0, 'first');
  await rm(folder, { recursive: true });
  for (const seq of [0, 1])
    await expect(log[part].create(seq, 'x')).rejects.toMatchObject({ code: 'LogLost', exit: 4 });
  expect(await readdir(join(home, 'account'))).toEqual([]);
});

it('makes the folder of control entries anew where it was lost on the way because it was empty', async () => {
  const log = await makeRunFolder(folder);
  await rm(join(folder, 'control'), { recursive: true });
  expect(await log.control.create(0, 'pause')).toBe('created');
  await rm(join(folder, 'control'), { recursive: true });
  await expect(log.control.create(1, 'pause')).rejects.toMatchObject({ code: 'LogLost' });
});

it('lets one of 50 writers win a number, and leaves no temporary file', async () => {
  await makeRunFolder(folder);
  const writers = Array.from({ length: 50 }, (_, n) => ({ n, log: openRunFolder(folder) }));
  const answers = await Promise.all(writers.map(({ n, log }) => log.records.create(0, `writer ${n}`)));
  expect(answers.filter((it) => it === 'created')).toHaveLength(1);
  expect(answers.filter((it) => it === 'exists')).toHaveLength(49);
  expect(await openRunFolder(folder).records.read(0)).toBe(`writer ${answers.indexOf('created')}`);
  expect(await readdir(join(folder, 'records'))).toEqual(['00000000.json']);
});

it('finds the head beyond 9 and beside files that are none of its own', async () => {
  await mkdir(folder, { recursive: true });
  const sequence = new DiskSequence(folder);
  for (let seq = 8; seq < 12; seq++) await sequence.create(seq, `entry ${seq}`);
  for (const name of ['.00000099.json.x.tmp', 'notes.txt', '00000100.json.bak'])
    await writeFile(join(folder, name), '');
  expect(await sequence.head()).toEqual({ seq: 11, bytes: 'entry 11' });
});

it('gives an empty last file back as it is, so that the reader can name it', async () => {
  await mkdir(folder, { recursive: true });
  const sequence = new DiskSequence(folder);
  await sequence.create(0, 'whole');
  await writeFile(join(folder, '00000001.json'), '');
  expect(await sequence.head()).toEqual({ seq: 1, bytes: '' });
  expect(await sequence.create(1, 'mine')).toBe('exists');
});

it.skipIf(process.getuid?.() === 0)('says as wrong use that a folder cannot be written', async () => {
  await mkdir(join(folder, 'records'), { recursive: true });
  for (const path of [join(folder, 'records'), folder]) await chmod(path, 0o500);
  await expect(makeRunFolder(folder)).rejects.toMatchObject({ code: 'LogNotWritable', exit: 2 });
  await expect(openRunFolder(folder).records.create(0, '')).rejects.toMatchObject({ code: 'LogNotWritable', exit: 2 });
});

it('says as wrong use that the state folder is a file', async () => {
  await writeFile(join(home, 'account'), '');
  const error = {
    code: 'LogNotWritable',
    exit: 2,
    hint: 'name another folder with --state',
    message: expect.stringContaining(folder),
  };
  await expect(makeRunFolder(folder)).rejects.toMatchObject(error);
  await expect(openRunFolder(folder).records.create(0, '')).rejects.toMatchObject({ code: 'LogNotWritable', exit: 2 });
});

it.runIf(process.platform === 'linux')(
  'says so where the system lets nobody make a folder, and does not ask for ever',
  async () => {
    await expect(makeRunFolder('/proc/x/y')).rejects.toMatchObject({
      code: 'LogNotWritable',
      exit: 2,
      message: expect.stringContaining('ENOENT'),
    });
  },
);

it('speaks of hard links only where it was a link that failed', () => {
  const failed = (syscall: string) => unwritable('/x', Object.assign(new Error('EPERM'), { code: 'EPERM', syscall }));
  expect(failed('link').hint).toContain('hard links');
  expect(failed('mkdir').hint).toBe('name another folder with --state');
});

it('wakes within 2 s when a control entry appears, at once when it is there, and when nobody waits any more', async () => {
  const log = await makeRunFolder(folder);
  const never = new AbortController();
  const began = performance.now();
  const waiting = log.controlBeyond(-1, never.signal);
  await log.control.create(0, 'pause');
  await waiting;
  await log.controlBeyond(-1, never.signal);
  expect(performance.now() - began).toBeLessThan(2_000);
  const stop = new AbortController();
  const stopped = log.controlBeyond(0, stop.signal);
  stop.abort();
  await stopped;
  await log.controlBeyond(0, stop.signal);
});

it('names a heartbeat that cannot be read', async () => {
  const log = await makeRunFolder(folder);
  await writeFile(join(folder, 'runner.json'), '{"owner":');
  await expect(log.readRunner()).rejects.toMatchObject({ code: 'RunnerNoteUnreadable' });
});

it('names a folder in the place of an entry instead of failing on it', async () => {
  const log = await makeRunFolder(folder);
  await mkdir(join(folder, 'records', '00000000.json'));
  const error = { code: 'LogUnreadable', exit: 2, message: expect.stringContaining('00000000.json') };
  await expect(log.records.head()).rejects.toMatchObject(error);
});

it('leaves no half of a file behind when there is no room for it', async () => {
  const path = join(home, 'half');
  const tooMuch = { toString: () => 'x' } as unknown as string; // refused after the file was opened
  await expect(writeDurably(path, tooMuch)).rejects.toThrow();
  expect(await readdir(home)).toEqual([]);
});

it('does not advise another --state to a run that has begun, for its log is where it is', () => {
  const readOnly = Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' });
  expect(unwritable('/runs', readOnly).hint).toBe('name another folder with --state');
  const { hint } = unwritableNow('/runs/r1', readOnly);
  expect(hint).toContain('make that folder writable again, or move the state folder as a whole');
});
