import { expect, test } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { scripted } from '../../builders/composition.ts';
import { surroundings } from '../../builders/surroundings.ts';

async function printed(...options: string[]): Promise<string> {
  const it = await scripted(() => Promise.reject(new TypeError('not driven here')));
  const around = surroundings();
  const serving = main(['twin', 'serve', ...options], async () => ({ compose: async () => it.composition }), around);
  await expect.poll(() => around.printed.out, { timeout: 20_000 }).not.toBe('');
  around.interrupt();
  expect(await serving).toBe(0);
  return around.printed.out;
}

test('twin serve names its cluster and what to type to run against it', async () => {
  const out = await printed('--clock', 'wall');
  expect(out).toContain('cluster ekstest at 1.20');
  expect(out).toContain('upgrade run 1.20-to-1.21 --cluster ekstest');
});

test('twin serve by consent does not advise a run that would never get on', async () => {
  const out = await printed();
  expect(out).toContain('upgrade plan 1.20-to-1.21 --cluster ekstest');
  expect(out).not.toContain('upgrade run');
  expect(out).toContain('--clock wall');
});
