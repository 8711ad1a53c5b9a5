import { expect, test } from 'vitest';
import { UpgradeError } from '#errors/upgrade-error';
import { TwinTime } from '#twin/time';

const START = Date.parse('2022-03-05T17:30:00Z');

test('at one instant the world comes before the runner, and otherwise the order of asking counts', async () => {
  const time = new TwinTime(START);
  const order: string[] = [];
  await time.run(
    (async () => {
      const wait = time.until(START + 10).then(() => order.push('runner'));
      time.at(START + 10, () => order.push('world 1'));
      time.at(START + 10, () => order.push('world 2'));
      await wait;
    })(),
  );
  expect(order).toEqual(['world 1', 'world 2', 'runner']);
});

test('a wait ends early when something changes, and time stands at that instant', async () => {
  const time = new TwinTime(START);
  time.at(START + 30, () => time.changed());
  const why = await time.run(time.until(START + 50));
  expect([why, time.now()]).toEqual(['changed', START + 30]);
});

test('a wait that has ended early does not move time later', async () => {
  const time = new TwinTime(START);
  time.at(START + 30, () => time.changed());
  await time.run(time.until(START + 50_000));
  expect(time.nextAt()).toBeNull();
});

test('an aborted signal interrupts a wait, also one that starts aborted', async () => {
  const time = new TwinTime(START);
  const stop = new AbortController();
  time.at(START + 5, () => stop.abort('rest'));
  expect(await time.run(time.until(START + 50, stop.signal))).toBe('interrupted');
  expect(await time.until(START + 50, stop.signal)).toBe('interrupted');
  expect(time.now()).toBe(START + 5);
});

test('time waits for work that writes a file in between', async () => {
  const { readFile } = await import('node:fs/promises');
  const time = new TwinTime(START);
  let seen = 0;
  time.at(START + 10, () => {
    seen = -1;
  });
  await time.run(
    (async () => {
      await readFile(new URL(import.meta.url));
      seen = time.now();
    })(),
  );
  expect(seen).toBe(START);
});

test('work that waits for what can never happen is stuck, by name', async () => {
  const time = new TwinTime(START);
  const never = new Promise<void>(() => {});
  await expect(time.run(never, () => 'update 1234 of cluster ekstest')).rejects.toMatchObject({
    code: 'PlanStuck',
    message: expect.stringContaining('update 1234 of cluster ekstest'),
  });
});

test('an error of the work comes out of the run', async () => {
  const time = new TwinTime(START);
  const work = time.until(START + 1).then(() => {
    throw new UpgradeError('NodeGroupFailed', 'the step failed');
  });
  await expect(time.run(work)).rejects.toMatchObject({ code: 'NodeGroupFailed' });
});

test('the clock by consent takes one happening a call and stops at the instant asked for', () => {
  const time = new TwinTime(START);
  const seen: number[] = [];
  for (const after of [10, 20]) time.at(START + after, () => seen.push(time.now() - START));
  expect([time.advanceTo(START + 15) - START, time.advanceTo(START + 15) - START, seen]).toEqual([10, 15, [10]]);
});

test('a wall clock lets everything happen at its own instant, in order', () => {
  const time = new TwinTime(START);
  const seen: number[] = [];
  for (const after of [20, 10, 40]) time.at(START + after, () => seen.push(time.now() - START));
  time.tick(START + 30);
  expect([seen, time.now() - START, time.nextAt()]).toEqual([[10, 20], 30, START + 40]);
});

test('a thousand happenings come in the order of their instants', () => {
  const time = new TwinTime(START);
  const seen: number[] = [];
  for (let index = 0; index < 1000; index++) {
    const after = (index * 7919) % 1009;
    time.at(START + after, () => seen.push(after));
  }
  time.tick(START + 2000);
  expect(seen).toEqual([...seen].sort((a, b) => a - b));
  expect(seen).toHaveLength(1000);
});
