import { journalOf, notReads } from '../e2e/seen-from-outside.ts';
import type { Command, Outcome } from './command.ts';
import { heldAt, RESUME } from './killed.ts';
import type { Stop } from './moments.ts';
import type { Stage } from './stage.ts';

export interface TakenOver {
  readonly first: Outcome;
  readonly second: Outcome;
  /** Requests for a change that the first runner sent after it was woken up. */
  readonly issued: readonly string[];
}

/** A second runner takes the run over from a stopped one (`words`: how) and finishes it; then the first wakes up. */
export async function takenOver(stage: Stage, stop: Stop, words: readonly string[] = ['--now']): Promise<TakenOver> {
  const first = await stoppedAt(stage, stop);
  const takesOver = () => stage.types([...RESUME, '--take-over', ...words]);
  const second = await (stop.held === 'late' ? await withLateRequest(stage, takesOver) : takesOver()).outcome;
  if (stop.held === 'last') await delivered(stage);
  const sent = (await journalOf(stage.twin)).length;
  await stage.control('POST', 'release', { drop: stop.held === 'lost' });
  first.kill('SIGCONT');
  const woken = await first.outcome;
  const issued = notReads((await journalOf(stage.twin)).slice(sent)).map(({ operation }) => operation);
  return { first: woken, second, issued };
}

/** Sleeps as a closed laptop does: time goes on without it. */
export async function stoppedAt(stage: Stage, { mutating, held }: Stop): Promise<Command> {
  const run = await heldAt(stage, { mutating, when: held === 'late' || held === 'last' ? 'before' : 'after' });
  // Evictions go out side by side. One that has been written to its connection reaches the cluster whether its sender lives
  // or not, and no runner can call it back; its uid makes it harmless. What has not been written is not sent any more after
  // ten seconds of sleep (`stop-before-wire.js`). So that nothing of the first kind is taken for something issued later:
  await pause(SETTLED_MS);
  run.kill('SIGSTOP');
  await stage.control('POST', 'leave');
  return run;
}

const SETTLED_MS = 150;
const LOOK_EVERY_MS = 10;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** What was held reaches the cluster, whose run has ended; its sender still sleeps. */
export async function delivered(stage: Stage): Promise<void> {
  const before = (await journalOf(stage.twin)).length;
  await stage.control('POST', 'release');
  while ((await journalOf(stage.twin)).length === before) await pause(LOOK_EVERY_MS);
}

/** The first change by a runner that takes over is its mark on the Lease, the second is what the stopped one was about to do. */
const BEHIND = 2;

/** What the stopped runner had sent arrives only when the other one has done the same. */
async function withLateRequest(stage: Stage, takesOver: () => Command): Promise<Command> {
  const { mutating } = await stage.control<{ mutating: number }>('GET', 'requests');
  const done = stage.holds({ mutating: mutating + BEHIND, when: 'after' });
  const second = takesOver();
  // One after the other: what was held first, then what the second runner waits for.
  void done.then(() => stage.control('POST', 'release'));
  return second;
}
