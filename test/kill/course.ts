import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { journalOf } from '../e2e/seen-from-outside.ts';
import { RUN } from './killed.ts';
import type { Course } from './moments.ts';
import { outsideWorld } from './outside-world.ts';
import type { Stage } from './stage.ts';
import { type Deeds, deedsOf } from './verdict.ts';

/** The run that nobody disturbs: what it does and how long it takes. */
export async function undisturbed(stage: Stage): Promise<{ readonly course: Course; readonly deeds: Deeds }> {
  const began = performance.now();
  const { exitCode, stdout, stderr } = await stage.types(RUN).outcome;
  const took = performance.now() - began;
  if (exitCode !== 0) throw new TypeError(`the undisturbed run ended with ${exitCode}:\n${stdout}${stderr}`);
  const breaches = await stage.control<readonly unknown[]>('GET', 'breaches');
  if (breaches.length > 0) throw new TypeError(`the undisturbed run broke rules: ${JSON.stringify(breaches)}`);
  const counts = await stage.control<{ requests: number; mutating: number }>('GET', 'requests');
  const [run = ''] = await stage.runs();
  const entries = async (sequence: string) => (await readdir(join(stage.logOf(run), sequence))).length;
  const course = { ...counts, records: await entries('records'), control: await entries('control'), took };
  return { course, deeds: await deedsAt(stage) };
}

/** What has been done to the stage's cluster so far. */
export async function deedsAt(stage: Stage): Promise<Deeds> {
  const journal = await journalOf(stage.twin);
  return deedsOf(journal, await outsideWorld(stage.twin), [...(await stage.runs()), stage.folder]);
}
