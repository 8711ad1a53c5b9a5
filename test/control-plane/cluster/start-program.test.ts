import process from 'node:process';
import { expect, onTestFinished, test, vi } from 'vitest';
import { folderForTest } from './folder-for-test.ts';
import { leftBehind } from './left-behind.ts';
import { openParts, type Parts } from './parts.ts';
import { waitUntil } from './wait-until.ts';

const node = (script: string) => ({ name: 'part', path: process.execPath, words: ['-e', script] });

test('a part that does not heed SIGTERM is killed', { timeout: 20_000 }, async () => {
  const { parts, folder } = await partsForTest();
  const deaf = parts.start(node("process.on('SIGTERM', () => {}); console.log('deaf'); setInterval(() => {}, 1000)"));
  await waitUntil('it is deaf', deaf, async () => (await deaf.lastLines()) === 'deaf');
  await parts.stopAll();
  expect(await deaf.ended).toBe('part ended by SIGKILL');
  expect(await leftBehind(folder)).toEqual([`${folder} is still there`]);
});

test('a part that waits at its first SIGTERM ends at the second', async () => {
  const { parts } = await partsForTest();
  const slow = parts.start(
    node(
      "let n = 0; process.on('SIGTERM', () => ++n > 1 && process.exit(3)); console.log('up'); setInterval(() => {}, 1000)",
    ),
  );
  await waitUntil('it is up', slow, async () => (await slow.lastLines()) === 'up');
  await parts.stop('part');
  expect(await slow.ended).toBe('part ended by itself with 3');
  expect(parts.running()).toEqual([]);
});

test('a part that ends while it is waited for is told with its last lines', async () => {
  const { parts } = await partsForTest();
  const broken = parts.start(node("console.error('no such flag'); process.exit(2)"));
  await expect(waitUntil('it is there', broken, async () => false)).rejects.toThrow(
    'part ended by itself with 2\nthe last lines of part:\nno such flag',
  );
});

test('a part that is kept alive runs anew when it ends by itself, and not when it was stopped', async () => {
  const { parts } = await partsForTest();
  const program = node("console.log('up'); setInterval(() => {}, 1000)");
  const first = parts.start(program);
  parts.keepAlive(program);
  await waitUntil('it is up', first, async () => (await first.lastLines()) === 'up');
  process.kill(first.pid, 'SIGKILL');
  await vi.waitUntil(() => parts.running().some(({ pid }) => pid !== first.pid), { timeout: 4_000 });
  await parts.stop('part');
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(parts.running()).toEqual([]);
});

test('a program that is not there is told', async () => {
  const { parts } = await partsForTest();
  const absent = parts.start({ name: 'part', path: '/nowhere/part', words: [] });
  await expect(waitUntil('it is there', absent, async () => false)).rejects.toThrow('spawn /nowhere/part ENOENT');
});

async function partsForTest(): Promise<{ parts: Parts; folder: string }> {
  const folder = await folderForTest();
  const parts = openParts(folder);
  onTestFinished(() => parts.stopAll());
  return { parts, folder };
}
