import { readdirSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { dirname } from 'node:path';
import { journalOf } from '../e2e/seen-from-outside.ts';
import { runFolder } from '../e2e/served-cluster.ts';
import { RUN } from '../kill/killed.ts';
import { outsideWorld } from '../kill/outside-world.ts';
import { openStage, type Stage } from '../kill/stage.ts';
import { type Deeds, deedsOf, judge } from '../kill/verdict.ts';

let whole: Promise<Deeds> | null = null;

/** What differs between the run in this state folder, which has ended, and one that nobody disturbed: an act done twice, another world. */
export async function differences(stage: Stage, state: string = stage.state, who?: string): Promise<readonly string[]> {
  whole ??= undisturbedDeeds();
  return judge(await whole, await deedsIn(stage, state, who)).problems;
}

/** `who`: the user that typed. */
async function deedsIn(stage: Stage, state: string, who: string = userInfo().username): Promise<Deeds> {
  const chance = [...runsBelow(state), dirname(state), stage.folder, `${who}@${hostname()}`];
  return deedsOf(await journalOf(stage.twin), await outsideWorld(stage.twin), chance);
}

async function undisturbedDeeds(): Promise<Deeds> {
  const stage = await openStage();
  try {
    const { exitCode, stderr } = await stage.types(RUN).outcome;
    if (exitCode !== 0) throw new TypeError(`the undisturbed run ended with ${exitCode}: ${stderr}`);
    return await deedsIn(stage, stage.state);
  } finally {
    await stage.end();
  }
}

/** The ids of the runs in a state folder. */
export const runsBelow = (state: string): readonly string[] => readdirSync(runFolder(state, '.')).sort();

/** The folder of the only run in a state folder. */
export function theRun(state: string): string {
  const [run = '', ...more] = runsBelow(state);
  if (run === '' || more.length > 0) throw new TypeError(`not one run in ${state}`);
  return runFolder(state, run);
}
