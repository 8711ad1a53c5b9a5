// Makes a fresh clone ready: installs the locked packages when node_modules is missing or older than the lock file.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const mark = `${root}node_modules/.installed-lock.json`;
const lock = readFileSync(`${root}package-lock.json`, 'utf8');
const installed = existsSync(mark) && readFileSync(mark, 'utf8') === lock;

if (!installed) {
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(mark, lock);
}
