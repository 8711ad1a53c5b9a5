import { lastSign } from '#engine/last-sign';
import { readHeader } from '#engine/read-log';
import type { Call } from '../command.ts';
import type { FoundRun } from './find-run.ts';
import { enteredAt, lastWork, readPending } from './read-run.ts';
import { decideStatus, type RunStatus } from './run-status.ts';

/** Where this run stands now. */
export async function statusOf(
  { composition }: Call,
  { log, head }: Pick<FoundRun, 'log' | 'head'>,
): Promise<RunStatus> {
  const [header, runner, pending, { gate, ending }, worked, entered] = await Promise.all([
    readHeader(log),
    lastSign(log, head),
    readPending(log, head),
    composition.placeOf(head),
    lastWork(log),
    enteredAt(log, head),
  ]);
  const liveness = runner === null ? 'dead' : await composition.liveness(runner);
  return decideStatus({
    head,
    header,
    runner,
    liveness,
    pending,
    gate,
    ending,
    worked,
    entered,
    now: composition.time.now(),
  });
}
