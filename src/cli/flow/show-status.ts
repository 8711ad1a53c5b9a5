import { readHeader } from '#engine/read-log';
import { EXIT, type ExitCode } from '#errors/exit-codes';
import type { Call } from '../command.ts';
import { jsonLine } from '../render/ndjson.ts';
import { statusText } from '../render/status-text.ts';
import { type FoundRun, findRun } from './find-run.ts';
import { nextSteps } from './next-steps.ts';
import { lastWork, readPending } from './read-run.ts';
import { decideStatus, type RunStatus } from './run-status.ts';

/** `upgrade status`: reads the log, asks neither AWS nor Kubernetes. */
export async function showStatus(call: Call): Promise<ExitCode> {
  const { options, composition, around } = call;
  const found = await findRun(call, call.arguments[0], 'any');
  const status = await statusOf(call, found);
  const next = nextSteps(status, found.again);
  const json = options.output === 'json';
  around.out(
    json
      ? jsonLine({ ...status, log: found.log.place, next })
      : statusText(status, next, composition.time.now(), found.log.place),
  );
  return EXIT.done;
}

/** Where this run stands now. */
export async function statusOf({ composition }: Call, { log, head }: FoundRun): Promise<RunStatus> {
  const [header, runner, pending, { gate, ending }, worked] = await Promise.all([
    readHeader(log),
    log.readRunner(),
    readPending(log, head),
    composition.placeOf(head),
    lastWork(log),
  ]);
  const liveness = runner === null ? 'dead' : await composition.liveness(runner);
  return decideStatus({ head, header, runner, liveness, pending, gate, ending, worked, now: composition.time.now() });
}
