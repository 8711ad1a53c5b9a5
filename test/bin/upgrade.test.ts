import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const BIN = fileURLToPath(new URL('../../bin', import.meta.url));

test('a checkout that is not built says how to build it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'not-built-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(BIN, join(folder, 'bin'), { recursive: true });
  const told = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
    const words = [join(folder, 'bin', 'upgrade.js'), '--help'];
    execFile(process.execPath, words, (error, _stdout, stderr) => resolve({ code: error?.code, stderr }));
  });
  expect(told.code).toBe(2);
  expect(told.stderr).toContain('is not built yet');
  expect(told.stderr).toContain(`npm run build --prefix ${folder}`);
  expect(told.stderr).not.toContain('    at ');
});
