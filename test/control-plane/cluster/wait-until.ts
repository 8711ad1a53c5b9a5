import { setTimeout as sleep } from 'node:timers/promises';
import type { Started } from './start-program.ts';

const EVERY_MS = 100;
/** A machine that builds something else at the same time is slow. */
const WITHIN_MS = 120_000;

/** Resolves when `look` sees it; fails with the end of the program's log when the program ends before, or after two minutes. */
export async function waitUntil(what: string, program: Started, look: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WITHIN_MS;
  while (!(await look())) {
    if (program.hasEnded()) throw await failure(await program.ended, program);
    if (performance.now() > deadline) throw await failure(`not within ${WITHIN_MS / 1000} s: ${what}`, program);
    await sleep(EVERY_MS);
  }
}

const failure = async (what: string, program: Started): Promise<TypeError> =>
  new TypeError(`${what}\nthe last lines of ${program.name}:\n${await program.lastLines()}`);
