import { EXIT, type ExitCode } from '#errors/exit-codes';
import type { Call } from '../command.ts';
import { jsonLine } from '../render/ndjson.ts';
import { statusText } from '../render/status-text.ts';
import { findRun } from './find-run.ts';
import { nextSteps } from './next-steps.ts';
import { statusOf } from './status-of.ts';

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
