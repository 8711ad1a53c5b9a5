import { expect, it } from 'vitest';
import { type Outcome, tally } from './outcome.ts';
import { scheduleOf } from './schedule.ts';
import { play } from './trial.ts';

/** Runs and the seed of the first; the next ones have the numbers after it. */
const RUNS = Number(process.env.UPGRADE_RANDOM_RUNS ?? 40);
const SEED = Number(process.env.UPGRADE_SEED ?? 1);

it(`ends ${RUNS} runs with random faults done, parked with a name, or aborted, and done once all is mended`, {
  timeout: 60_000 + RUNS * 5_000,
}, async () => {
  const outcomes: Outcome[] = [];
  for (let seed = SEED; seed < SEED + RUNS; seed += 1) outcomes.push(await play(scheduleOf(seed)));
  const bad = outcomes.filter(({ problems }) => problems.length > 0);
  process.stdout.write(`${tally(outcomes)}\nrandom runs ${RUNS}, first seed ${SEED}, with problems ${bad.length}\n`);
  expect(bad.map(({ seed, shape, endings, problems }) => ({ seed, shape, endings, problems }))).toEqual([]);
});
