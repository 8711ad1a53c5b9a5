import { availableParallelism } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { undisturbed } from './course.ts';
import { inLanes } from './in-lanes.ts';
import { killedCase, type Result } from './killed-case.ts';
import { chanceOf, type Moment, momentsOf, nameOf } from './moments.ts';
import { openStage } from './stage.ts';

const RANDOM = 50;
/** At a time: each is a runner and a twin, which take turns. */
const LANES = availableParallelism() + 1;

/** Kills a run of 1.20-to-1.21 on `ekstest` everywhere; gives the exit code. The last line counts. */
export async function killTest(argv: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...argv],
    options: { seed: { type: 'string' }, only: { type: 'string' }, every: { type: 'string' } },
  });
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  const every = Number(values.every ?? 1);
  const began = performance.now();
  const stage = await openStage();
  const { course, deeds } = await undisturbed(stage).finally(() => stage.end());
  say(
    `undisturbed: ${course.mutating} mutating requests (${deeds.acts.length} acts, ${deeds.refused} refused), ` +
      `${course.records} records, ${course.control} control entries, ${(course.took / 1000).toFixed(1)} s`,
  );
  const all = momentsOf(course, RANDOM, chanceOf(seed));
  const moments = all
    .filter((moment) => nameOf(moment).includes(values.only ?? ''))
    .filter((_, index) => index % every === 0);
  say(`${moments.length} disturbances, random ones with --seed ${seed}`);
  const results = await inLanes(moments, LANES, (moment) => told(moment, killedCase(moment, deeds)));
  for (const line of figures(moments, results)) say(line);
  const failed = results.filter(({ problems }) => problems.length > 0).length;
  say(`took ${Math.round((performance.now() - began) / 1000)} s`);
  say(`${results.length - failed} passed, ${failed} failed`);
  return failed === 0 && results.length > 0 ? 0 : 1;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function told(moment: Moment, result: Promise<Result>): Promise<Result> {
  const it = await result.catch((error: unknown) => broken(error));
  for (const problem of it.problems) say(`FAILED ${nameOf(moment)}: ${problem}`);
  return it;
}

const broken = (error: unknown): Result => ({
  problems: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
  late: false,
  early: false,
  again: 0,
  refused: 0,
  marks: 0,
});

const KINDS: readonly (readonly [string, (moment: Moment) => boolean])[] = [
  ['before or after a mutating request', ({ kind }) => kind === 'request'],
  ['before or after a record', (it) => it.kind === 'entry' && it.sequence === 'records'],
  ['before or after a control entry', (it) => it.kind === 'entry' && it.sequence === 'control'],
  ['at a random moment', ({ kind }) => kind === 'random'],
  ['twice, the second time right after its resume', ({ kind }) => kind === 'twice'],
  ['never, but stopped at a mutating request, taken over and woken up', ({ kind }) => kind === 'stopped'],
];

function figures(moments: readonly Moment[], results: readonly Result[]): readonly string[] {
  const kinds = KINDS.map(([name, isOf]) => {
    const of = results.filter((_, index) => isOf(moments[index] as Moment));
    const good = of.filter(({ problems }) => problems.length === 0);
    return `killed ${name}: ${good.length} of ${of.length} ended as the undisturbed run`;
  });
  const count = (is: (it: Result) => boolean) => results.filter(is).length;
  const sum = (of: (it: Result) => number) => results.reduce((all, it) => all + of(it), 0);
  return [
    ...kinds,
    `killed before the first record, and run anew: ${count(({ early }) => early)}`,
    `ended before the kill: ${count(({ late }) => late)}`,
    `acts asked for again with the same token or uid: ${sum(({ again }) => again)}; refused, so without effect: ${sum(({ refused }) => refused)}`,
    `marks of runners on the Lease: ${sum(({ marks }) => marks)}`,
  ];
}
