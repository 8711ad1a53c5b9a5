import type { Ending } from '#engine/host';
import type { ExitCode } from '#errors/exit-codes';
import type { RunLog } from '#ports/record-log';
import type { Driver } from '../../compose/composition.ts';
import type { Call } from '../command.ts';
import { endingText } from '../render/ending-text.ts';
import { jsonLine } from '../render/ndjson.ts';
import type { Renderer } from '../render/renderer.ts';
import { answerGate } from './answer-gate.ts';
import { describeEnding } from './describe-ending.ts';
import { pauseOnInterrupt } from './pause-on-interrupt.ts';
import { lastWork } from './read-run.ts';

/** A run that is about to be driven. */
export interface UnderWay {
  readonly call: Call;
  readonly run: string;
  readonly hop: { readonly from: string; readonly to: string };
  readonly cluster: string;
  readonly region: string;
  readonly log: RunLog;
  readonly driver: Driver;
  readonly renderer: Renderer;
  /** Gates that are answered already: by `--yes`, `--approve`, or the question at the start. */
  readonly approved: ReadonlySet<string>;
}

/** Drives to the end, answering gates on the way; tells how it ended. */
export async function driveToEnd(it: UnderWay): Promise<ExitCode> {
  const interrupt = pauseOnInterrupt(it);
  try {
    const ending = await driveThroughGates(it, interrupt.signal);
    await it.renderer.release();
    return await tell(it, ending);
  } finally {
    interrupt.stop();
  }
}

async function driveThroughGates(it: UnderWay, interrupted: AbortSignal): Promise<Ending> {
  for (;;) {
    const ending = await it.driver.drive();
    if (ending.kind !== 'gate') return ending;
    const answered = await answerGate(it, ending, interrupted);
    if (!answered) return ending;
  }
}

async function tell({ call, run, hop, cluster, region, log }: UnderWay, ending: Ending): Promise<ExitCode> {
  const worked = await lastWork(log);
  const report = describeEnding({ run, hop, cluster, region, ending, worked, options: call.options });
  const { around, options, composition } = call;
  const at = new Date(composition.time.now()).toISOString();
  const level = report.exit === 0 ? 'info' : 'warning';
  around.out(options.output === 'json' ? jsonLine({ at, code: 'run-ended', level, data: report }) : endingText(report));
  return report.exit;
}
