import { readFile } from 'node:fs/promises';
import process from 'node:process';
import { main } from '../../src/cli/main.ts';
import { processSurroundings } from '../../src/cli/process-surroundings.ts';
import { clockOf } from './jumping-clock.ts';
import type { StartLine } from './started-twin.ts';

/** `upgrade` on the twin's time: arguments are the file with the twin's start line, then what an operator types. */
export async function runnerRole([file = '', ...typed]: readonly string[]): Promise<number> {
  const { controlUrl, controlToken } = JSON.parse(await readFile(file, 'utf8')) as StartLine;
  const load = async () => {
    const { composeOnTwinTime } = await import('../../src/compose.ts');
    return { compose: () => composeOnTwinTime(controlUrl, controlToken, clockOf(process.env.CLOCK_JUMPS)) };
  };
  return main(typed, load, processSurroundings());
}
