import { expect, test } from 'vitest';
import { lotsOf } from './lots-of.ts';
import { makeWorld } from './make-world.ts';
import { play } from './side.ts';
import { openTwinSide } from './twin-side.ts';

const first = (_: unknown, nodes: readonly string[]) => nodes[0];
const last = (_: unknown, nodes: readonly string[]) => nodes.at(-1);

test('a world follows from its seed and number alone', () => {
  expect(makeWorld(1, 5)).toEqual(makeWorld(1, 5));
  expect(makeWorld(2, 5)).not.toEqual({ ...makeWorld(1, 5), name: 'w2-5' });
});

test('worlds have pods that wait, evictions that are accepted, and some that are refused', async () => {
  const reasons = new Set<string | null>();
  const statuses = new Set<number>();
  for (let index = 0; index < 12; index++) {
    const world = makeWorld(1, index);
    for (const { pods, answers } of await play(world, openTwinSide(world, '1.36', first), () => undefined)) {
      for (const it of pods) reasons.add(it.pending);
      for (const { answer } of answers) statuses.add(answer.status);
    }
  }
  expect(reasons.size).toBeGreaterThan(10);
  expect([...statuses]).toEqual(expect.arrayContaining([201, 429]));
});

test('lots that one side drew lead the other side to the same nodes', async () => {
  for (let index = 0; index < 6; index++) {
    const world = makeWorld(4, index);
    const drawn = await play(world, openTwinSide(world, '1.36', last), () => undefined);
    const { lots, step } = lotsOf(drawn);
    const again = await play(world, openTwinSide(world, '1.36', lots), step);
    const nodes = (played: typeof drawn) => played.map(({ pods }) => pods.map((it) => it.node ?? '').sort());
    expect(nodes(again)).toEqual(nodes(drawn));
  }
});
