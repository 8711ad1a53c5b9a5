import { availableParallelism } from 'node:os';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { inLanes } from '../kill/in-lanes.ts';
import { CASES, undisturbed } from './cases/index.ts';
import type { FailureCase } from './failure-case.ts';
import { goldenOf, keepGolden } from './golden.ts';
import { play } from './play.ts';

const LANES = availableParallelism() + 1;

/** Plays every failure over the wire and compares what is printed with its golden file; gives the exit code. The last line counts. */
export async function failuresTest(argv: readonly string[]): Promise<number> {
  const options = { only: { type: 'string' }, update: { type: 'boolean' } } as const;
  const { values } = parseArgs({ args: [...argv], options });
  const only = (values.only ?? '').split(',');
  const began = performance.now();
  const first = await judged(undisturbed, new Set(), values.update === true);
  const known = new Set(goldenOf(undisturbed).split('\n'));
  const chosen = CASES.filter(({ name }) => only.some((words) => name.includes(words)));
  const skipped = chosen.filter(({ unplayable = null }) => unplayable !== null);
  const playable = chosen.filter(({ unplayable = null }) => unplayable === null);
  for (const { name, unplayable } of skipped) say(`skipped ${name}: ${unplayable}`);
  const results = [first, ...(await inLanes(playable, LANES, (it) => judged(it, known, values.update === true)))];
  const failed = results.filter((isRight) => !isRight).length;
  say(
    `${playable.length} failures played over the wire, ${skipped.length} skipped, ${Math.round((performance.now() - began) / 1000)} s`,
  );
  say(`${results.length - failed} passed, ${failed} failed`);
  return failed === 0 && playable.length > 0 ? 0 : 1;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function judged(it: FailureCase, known: ReadonlySet<string>, update: boolean): Promise<boolean> {
  const began = performance.now();
  const { text, problems } = await play(it, known).catch((error: unknown) => ({
    text: '',
    problems: [error instanceof Error ? (error.stack ?? error.message) : String(error)],
  }));
  const all = [...problems, ...(text === '' ? [] : keepGolden(it, text, update))];
  say(`${all.length === 0 ? 'ok    ' : 'FAILED'} ${it.name} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  for (const problem of all) say(`  ${problem.replaceAll('\n', '\n    ')}`);
  return all.length === 0;
}
