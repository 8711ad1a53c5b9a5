import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cached, cacheFolder } from './cached.ts';

let home = '';

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'upgrade-cache-'));
  vi.stubEnv('XDG_CACHE_HOME', home);
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(home, { recursive: true });
});

test('is made once', async () => {
  const make = vi.fn((draft: string) => writeFile(join(draft, 'it'), 'whole'));
  const folder = await cached('key', make);
  expect(await cached('key', make)).toBe(folder);
  expect(make).toHaveBeenCalledTimes(1);
  expect(await readFile(join(folder, 'it'), 'utf8')).toBe('whole');
});

test('two that make the same at once get one folder, and no draft stays', async () => {
  const make = async (draft: string) => writeFile(join(draft, 'it'), 'whole');
  const [one, other] = await Promise.all([cached('key', make), cached('key', make)]);
  expect(one).toBe(other);
  expect(await readdir(cacheFolder())).toEqual(['key']);
});

test('what could not be made whole is not there, and is tried again', async () => {
  const broken = async (draft: string) => {
    await writeFile(join(draft, 'it'), 'ha');
    throw new TypeError('the disk is full');
  };
  await expect(cached('key', broken)).rejects.toThrow('the disk is full');
  expect(await readdir(cacheFolder())).toEqual([]);
});

test('the draft of a process that is no more is removed, and that of one at work is not', async () => {
  // No process has this id: the kernel's highest is 4194304.
  const [abandoned, atWork] = ['draft-4999999-a', `draft-${process.pid}-a`];
  for (const name of [abandoned, atWork]) await mkdir(join(cacheFolder(), name), { recursive: true });
  await cached('key', async () => undefined);
  expect((await readdir(cacheFolder())).sort()).toEqual([atWork, 'key']);
});
