import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { folderForTest } from './folder-for-test.ts';
import { leftBehind } from './left-behind.ts';

const HOLD = fileURLToPath(new URL('hold-cluster.js', import.meta.url));
const MINUTES = 60_000;

// A key typed at the terminal reaches every process of the group, so the group is signalled.
for (const [signal, what] of [
  ['SIGKILL', 'killed'],
  ['SIGINT', 'interrupted at the terminal'],
] as const) {
  test(`a cluster whose owner is ${what} leaves no process, no port and no folder`, {
    timeout: 20 * MINUTES,
  }, async () => {
    const folder = await folderForTest();
    const owner = spawn(process.execPath, [HOLD, 'v1.36.3', folder], {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const gone = once(owner, 'exit');
    expect(await once(createInterface(owner.stdout), 'line')).toEqual(['READY']);
    expect((await leftBehind(folder)).length).toBeGreaterThan(5);
    process.kill(-(owner.pid ?? Number.NaN), signal);
    await gone;
    await vi.waitFor(async () => expect(await leftBehind(folder)).toEqual([]), { timeout: 15_000, interval: 200 });
  });
}
