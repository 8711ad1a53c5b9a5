import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Outcome } from '../../kill/command.ts';
import { ANSWERS } from '../../kill/killed.ts';
import { zonesOf } from '../everything-moved.ts';
import { type Hop, quickRunbook } from '../hop.ts';
import { hopProblems } from '../hop-problems.ts';
import { onStage } from '../on-stage.ts';
import type { RealCase } from '../real-case.ts';
import type { Stage } from '../stage.ts';

/** Preloaded by a runner that is to die at an entry of its log. */
const DIES = new URL('../../kill/die-at-entry.js', import.meta.url).href;
const MOST_KILLS = 400;
/** Fewer than twice the records of a run that nobody disturbs, 45 of them, and it was not killed at each. */
const FEWEST_KILLS = 88;

/** One run whose runner is killed right before and right after each of its records; the next one goes on. */
export const killedAtEachRecord: RealCase = {
  name: 'a run that is killed before and after each record ends the same',
  isShort: false,
  play: (hop, say, figure) => onStage(hop, (stage) => killedAgainAndAgain(stage, hop, { say, figure })),
};

interface Told {
  readonly say: (text: string) => void;
  readonly figure: (text: string) => void;
}

async function killedAgainAndAgain(stage: Stage, hop: Hop, { say, figure }: Told): Promise<readonly string[]> {
  const zones = zonesOf(stage.eks);
  const runbook = await quickRunbook(hop, stage.folder);
  let last = await dying(stage, ['run', runbook, ...ANSWERS], 0, 'after');
  let kills = 0;
  while (last.signal === 'SIGKILL' && kills < MOST_KILLS) {
    kills++;
    // A runner that takes a run over writes one record for that; the record after it is the next of the procedure.
    const next = (await newestRecord(stage)) + 2;
    last = await dying(stage, ['resume', ...ANSWERS], next, kills % 2 === 1 ? 'before' : 'after');
    say(last.stdout);
  }
  figure(`${kills} kills, ${(await newestRecord(stage)) + 1} records`);
  const ended =
    last.exitCode === 0 ? [] : [`the last resume ended with ${last.exitCode}: ${last.stdout}${last.stderr}`];
  const rare = kills < FEWEST_KILLS ? [`it was killed only ${kills} times`] : [];
  return [...ended, ...rare, ...(await hopProblems(stage, hop, zones))];
}

const dying = (stage: Stage, words: readonly string[], seq: number, when: string): Promise<Outcome> =>
  stage.types(words, { flags: ['--import', DIES], env: { DIE_AT: `records/${nameOf(seq)} ${when}` } }).outcome;

const nameOf = (seq: number): string => `${String(seq).padStart(8, '0')}.json`;

async function newestRecord(stage: Stage): Promise<number> {
  const [run = ''] = await readdir(stage.runs);
  const names = await readdir(join(stage.runs, run, 'records'));
  return Math.max(...names.filter((it) => /^\d+\.json$/.test(it)).map((it) => Number.parseInt(it, 10)));
}
