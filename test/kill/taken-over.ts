import { journalOf, notReads } from '../e2e/seen-from-outside.ts';
import type { Command, Outcome } from './command.ts';
import { ANSWERS, RUN } from './killed.ts';
import type { Stage } from './stage.ts';

/** The first runner is stopped (SIGSTOP) while the twin holds one of its requests. */
export interface Hold {
  readonly mutating: number;
  readonly when: 'before' | 'after';
}

export interface TakenOver {
  readonly first: Outcome;
  readonly second: Outcome;
  /** Requests for a change that the first runner sent after it was woken up. */
  readonly issued: readonly string[];
}

/** A second runner takes the run over from a stopped one and finishes it; then the first wakes up. */
export async function takenOver(stage: Stage, hold: Hold, words: readonly string[] = ['--now']): Promise<TakenOver> {
  const first = await stoppedAt(stage, hold);
  const second = await stage.types(['resume', '--take-over', ...words, ...ANSWERS]).outcome;
  const sent = (await journalOf(stage.twin)).length;
  await stage.control('POST', 'release');
  first.kill('SIGCONT');
  const woken = await first.outcome;
  // The request that was held was sent before; all others are counted.
  const late = notReads((await journalOf(stage.twin)).slice(sent)).map(({ operation }) => operation);
  return { first: woken, second, issued: hold.when === 'before' ? late.slice(1) : late };
}

/** Sleeps as a closed laptop does: time goes on without it. */
export async function stoppedAt(stage: Stage, { mutating, when }: Hold): Promise<Command> {
  const held = stage.control('POST', 'hold', { mutating, when });
  const run = stage.types(RUN);
  await held;
  run.kill('SIGSTOP');
  await stage.control('POST', 'leave');
  return run;
}
