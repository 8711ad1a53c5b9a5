import type { Ending } from '#engine/host';
import { EXIT, type ExitCode } from '#errors/exit-codes';
import { asUpgradeError, toFailure } from '#errors/upgrade-error';
import type { RunLog } from '#ports/record-log';
import type { Driver } from '../../compose/composition.ts';
import type { Call } from '../command.ts';
import type { Renderer } from '../render/renderer.ts';
import { answerGate } from './answer-gate.ts';
import type { Stopped } from './describe-ending.ts';
import { type Interrupt, pauseOnInterrupt } from './pause-on-interrupt.ts';
import { tellEnding } from './tell-ending.ts';

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
    const ending = await driveThroughGates(it, interrupt).catch((error: unknown) => stopped(error));
    await it.renderer.release();
    const { call, run, hop, cluster, region, log } = it;
    return await tellEnding({ call, run, hop, cluster, region, log, ending });
  } finally {
    interrupt.stop();
  }
}

async function driveThroughGates(it: UnderWay, interrupt: Interrupt): Promise<Ending> {
  for (;;) {
    const ending = await it.driver.drive();
    if (ending.kind !== 'gate') return ending;
    // A pause that came too late for the runner to see it would stop the run right after its next resume.
    if (await interrupt.asked()) continue;
    const answered = await interrupt.atRest(() => answerGate(it, ending, interrupt.signal));
    if (!answered) return ending;
  }
}

/** What the runner cannot record it does not do: it stops, and the run can be resumed. That somebody else has the cluster is told as such. */
function stopped(error: unknown): Stopped {
  const { exit } = asUpgradeError(error);
  if (exit === EXIT.held || exit === EXIT.paused) throw error;
  return { kind: 'stopped', failure: toFailure(error) };
}
