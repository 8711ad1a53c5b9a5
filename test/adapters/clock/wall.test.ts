import { expect, it } from 'vitest';
import { createChanges } from '#adapters/clock/changes';
import { createWallTime } from '#adapters/clock/wall';

const FAR = 60_000;

it('is due at the instant and not before', async () => {
  const time = createWallTime();
  const instant = time.now() + 30;
  expect(await time.until(instant)).toBe('due');
  expect(time.now()).toBeGreaterThanOrEqual(instant);
});

it('wakes when a store has changed, but not when it has only come further', async () => {
  const changes = createChanges();
  const time = createWallTime(changes);
  const store = changes.follow();
  store.advanced('5');
  const waiting = time.until(time.now() + FAR);
  store.advanced('6');
  setTimeout(() => store.changed(), 20);
  expect(await waiting).toBe('changed');
  expect(await time.until(time.now() + 20)).toBe('due');
});

it('is interrupted by the signal, also by one that is aborted already', async () => {
  const time = createWallTime();
  const stop = new AbortController();
  const waiting = time.until(time.now() + FAR, stop.signal);
  stop.abort('rest');
  expect(await waiting).toBe('interrupted');
  expect(await time.until(time.now() + FAR, stop.signal)).toBe('interrupted');
});

it('lets many wait for the end of one slice without a warning about a leak', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error) => void warnings.push(warning);
  process.on('warning', note);
  const time = createWallTime();
  const { signal } = new AbortController();
  await Promise.all(Array.from({ length: 20 }, () => time.until(time.now() + 5, signal)));
  await new Promise((resolve) => void setTimeout(resolve, 5));
  process.off('warning', note);
  expect(warnings).toEqual([]);
});

it('tells of a change that came between two waits of the same caller', async () => {
  const changes = createChanges();
  const time = createWallTime(changes);
  const { signal } = new AbortController();
  await time.until(time.now() + 1, signal);
  changes.follow().changed();
  expect(await time.until(time.now() + FAR, signal)).toBe('changed');
  expect(await time.until(time.now() + 10, signal)).toBe('due');
});

it('tells of a change that came between the look and the first wait of a caller', async () => {
  const changes = createChanges();
  const time = createWallTime(changes);
  changes.looked();
  changes.follow().changed();
  expect(await time.until(time.now() + FAR, new AbortController().signal)).toBe('changed');
});

it('does not spin for a caller that never looks at the stores', async () => {
  const changes = createChanges();
  const time = createWallTime(changes);
  changes.follow().changed();
  const before = time.now();
  await time.until(before + FAR);
  await time.until(before + FAR);
  expect(time.now() - before).toBeGreaterThan(150);
});
