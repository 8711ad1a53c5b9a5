import { expect, it } from 'vitest';
import { createChanges } from '#adapters/clock/changes';
import { openConsentTime } from '#adapters/clock/consent';
import { type HandMadeTwin, handMadeTwin } from '../../builders/hand-made-twin.ts';
import { serveForTest } from '../../builders/serve-for-test.ts';

const START = Date.parse('2026-12-01T00:00:00Z');
const HOUR = 3_600_000;

async function open() {
  const twin = handMadeTwin();
  const { controlUrl, controlToken } = await serveForTest(twin);
  const changes = createChanges();
  const time = await openConsentTime({ controlUrl, controlToken, runner: 'r1', changes });
  return { twin, changes, time, controlUrl, controlToken };
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 40));

const changeAt = (twin: HandMadeTwin, instant: number, resourceVersion: string, then: () => void) =>
  twin.time.at(instant, () => {
    twin.change({ type: 'MODIFIED', object: { metadata: { resourceVersion } } });
    then();
  });

it('starts at the time of the twin and moves only while somebody waits', async () => {
  const { time } = await open();
  expect(time.now()).toBe(START);
  expect(await time.until(START + HOUR)).toBe('due');
  expect(time.now()).toBe(START + HOUR);
});

it('goes on only when the stores have seen what has happened', async () => {
  const { twin, changes, time } = await open();
  const store = changes.follow();
  store.advanced('10');
  const arrive = () => {
    store.changed();
    store.advanced('11');
  };
  changeAt(twin, START + 1_000, '11', () => setTimeout(arrive, 50));
  expect(await time.until(START + HOUR)).toBe('changed');
  expect(time.now()).toBe(START + 1_000);
  expect(changes.seen()).toBe('11');
});

it('lets no time pass for a caller that has not heard of a change yet', async () => {
  const { changes, time } = await open();
  const store = changes.follow();
  store.advanced('10');
  await time.until(START + 1_000);
  store.changed();
  expect(await time.until(START + HOUR)).toBe('changed');
  expect(time.now()).toBe(START + 1_000);
  expect(await time.until(START + HOUR)).toBe('due');
});

it('moves to the smallest instant of all that wait', async () => {
  const { time } = await open();
  const order: string[] = [];
  const late = time.until(START + 2_000).then(() => order.push(`late ${time.now() - START}`));
  const early = time.until(START + 1_000).then(() => order.push(`early ${time.now() - START}`));
  await Promise.all([late, early]);
  expect(order).toEqual(['early 1000', 'late 2000']);
});

it('moves time for two runners only while both wait', async () => {
  const { time, changes, controlUrl, controlToken } = await open();
  await time.until(START + 1_000);
  const other = await openConsentTime({ controlUrl, controlToken, runner: 'r2', changes });
  const second = other.until(START + 2_000);
  await pause();
  expect(other.now()).toBe(START + 1_000);
  const first = time.until(START + 3_000);
  expect([await second, other.now()]).toEqual(['due', START + 2_000]);
  await pause();
  expect(time.now()).toBe(START + 1_000);
  const rest = Promise.all([first.then(() => time.until(START + 4_000)), other.until(START + 4_000)]);
  expect(await first).toBe('due');
  expect(await rest).toEqual(['due', 'due']);
});

it('holds time up again after it was interrupted while it waited for another runner', async () => {
  const { time, changes, controlUrl, controlToken } = await open();
  await time.until(START + 1_000);
  const other = await openConsentTime({ controlUrl, controlToken, runner: 'r2', changes });
  const stop = new AbortController();
  const interrupted = other.until(START + HOUR, stop.signal);
  await pause();
  stop.abort('rest');
  expect(await interrupted).toBe('interrupted');
  await pause();
  const first = time.until(START + 3_000);
  await pause();
  expect(time.now()).toBe(START + 1_000);
  expect(await other.until(START + 2_000)).toBe('due');
  await Promise.all([first, other.until(START + 3_000)]);
  expect(time.now()).toBe(START + 3_000);
});

it('is woken in time by a caller that comes later and waits for an earlier instant', async () => {
  const { time, changes, controlUrl, controlToken } = await open();
  await time.until(START + 1_000);
  const other = await openConsentTime({ controlUrl, controlToken, runner: 'r2', changes });
  const late = other.until(START + HOUR);
  await pause();
  const early = other.until(START + 2_000);
  await pause();
  const first = time.until(START + HOUR);
  expect([await early, other.now()]).toEqual(['due', START + 2_000]);
  expect(await Promise.all([late, first])).toEqual(['due', 'due']);
});

it('says so when the twin cannot be reached', async () => {
  const changes = createChanges();
  await expect(
    openConsentTime({ controlUrl: 'http://127.0.0.1:1/twin', controlToken: 't', changes }),
  ).rejects.toMatchObject({
    code: 'TwinUnreachable',
  });
});
