// Runs the tests under another Node: `node test/on-node.js 22 24` (default: both).
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const versions = process.argv.length > 2 ? process.argv.slice(2) : ['22', '24'];

for (const version of versions) {
  process.stdout.write(`\n── Node ${version}\n`);
  const argv = [
    '--yes',
    `node@${version}`,
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'test/vitest.config.ts',
  ];
  const { status } = spawnSync('npx', argv, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
