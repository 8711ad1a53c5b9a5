import type { ExitCode } from '#errors/exit-codes';
import type { RunLog } from '#ports/record-log';
import type { Call } from '../command.ts';
import { endingText } from '../render/ending-text.ts';
import { jsonLine } from '../render/ndjson.ts';
import { describeEnding, type EndingFacts } from './describe-ending.ts';
import { lastWork } from './read-run.ts';

type Known = Omit<EndingFacts, 'worked' | 'options'> & { readonly call: Call; readonly log: RunLog };

/** The last words of a command that drove a run, or found it at its end; gives the exit code of that ending. */
export async function tellEnding({ call, log, ...known }: Known): Promise<ExitCode> {
  const { around, options, composition } = call;
  // A log that fails may fail to be read as well.
  const worked = await lastWork(log).catch((error: unknown) => {
    if (known.ending.kind === 'stopped') return '';
    throw error;
  });
  const report = describeEnding({ ...known, worked, options });
  const at = new Date(composition.time.now()).toISOString();
  const level = report.exit === 0 ? 'info' : 'warning';
  around.out(options.output === 'json' ? jsonLine({ at, code: 'run-ended', level, data: report }) : endingText(report));
  return report.exit;
}
