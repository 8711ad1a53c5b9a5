import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LONG = 60_000;

let folder: string;
let installed: string;

// Nothing of the repository is near, and no registry is asked: whatever is needed has to be in the package.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'upgrade-packed-'));
  installed = await mkdtemp(join(folder, 'installed-'));
  const npm = (words: readonly string[], cwd: string) =>
    execa('npm', words, { cwd, env: { npm_config_cache: join(folder, 'cache') } });
  // `npm test` has built dist/ before.
  await npm(['pack', '--ignore-scripts', '--pack-destination', folder], ROOT);
  const [archive = ''] = (await readdir(folder)).filter((it) => it.endsWith('.tgz'));
  await writeFile(join(installed, 'package.json'), '{ "private": true }');
  await npm(['install', '--offline', '--no-audit', '--no-fund', join(folder, archive)], installed);
}, LONG);

afterAll(() => rm(folder, { recursive: true, force: true }));

async function upgrade(...words: readonly string[]) {
  const command = join(installed, 'node_modules/.bin/upgrade');
  const { exitCode, stdout, stderr } = await execa(command, words, { cwd: installed, reject: false });
  return { exitCode, stdout, stderr };
}

it('the packed tool shows its help where it is installed', { timeout: LONG }, async () => {
  const { exitCode, stdout, stderr } = await upgrade('--help');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toMatch(/^Usage: upgrade /);
});

it('the packed tool plans the hop on the scenario that it brings along, as the repository does', {
  timeout: LONG,
}, async () => {
  const words = ['plan', '1.20-to-1.21', '--scenario', 'ekstest'];
  const { exitCode, stdout, stderr } = await upgrade(...words);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  const here = await execa(process.execPath, [join(ROOT, 'bin/upgrade.js'), ...words]);
  expect(stdout).toBe(here.stdout);
});

it('the packed tool brings its licence, those of others, and no tests', async () => {
  const root = join(installed, 'node_modules/eks-upgrade-runbook');
  expect(await readFile(join(root, 'LICENSE'), 'utf8')).toContain('Apache License');
  expect(await readFile(join(root, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8')).toContain('xstate');
  const names = await readdir(root, { recursive: true });
  expect(names.filter((it) => /demo|\btest\b|\.ts$/.test(it))).toEqual([]);
  expect(await readdir(join(installed, 'node_modules'))).toEqual(['.bin', '.package-lock.json', 'eks-upgrade-runbook']);
});
