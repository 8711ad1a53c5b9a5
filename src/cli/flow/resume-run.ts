import type { Ending } from '#engine/host';
import { readHeader } from '#engine/read-log';
import type { RunHeader } from '#engine/record';
import { EXIT, type ExitCode } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';
import type { Notify } from '#messages/message';
import type { OpenCluster } from '../../compose/composition.ts';
import type { Call } from '../command.ts';
import type { Options } from '../option-values.ts';
import { chooseRenderer } from '../render/choose-renderer.ts';
import { driveToEnd } from './drive-to-end.ts';
import { type FoundRun, findRun } from './find-run.ts';
import { hopOf } from './hop-of.ts';
import { commandFor } from './next-command.ts';
import { nothingDone, STANDS } from './nothing-done.ts';
import { reachOf } from './reach.ts';
import { isOpen } from './read-run.ts';
import { tellEnding } from './tell-ending.ts';

/** `upgrade resume`: goes on with a run where it stopped. */
export async function resumeRun(call: Call): Promise<ExitCode> {
  const { composition, options } = call;
  const found = await findRun(call, call.arguments[0], 'open');
  const { head, log } = found;
  const header = await readHeader(log);
  const ending = await endingBefore(call, found);
  if (ending !== null) return tellEnding({ ...itsOwn(call, found, header), log, ending, already: true });
  const renderer = await chooseRenderer(call, () => composition.time.now());
  const { notify } = renderer;
  const cluster = await openItsCluster(call, found, header, notify);
  try {
    const takeOver = options.takeOver ? (options.now ? 'now' : 'when-silent') : 'no';
    const driver = await composition.resume({ log, cluster, notify, takeOver }).catch((error: unknown) => {
      throw whoHasIt(nothingDone(error, commandFor(`resume ${head.run}`, found.again), STANDS), found);
    });
    const approved = new Set([...options.approve, ...(options.yes ? ['control-plane'] : [])]);
    return await driveToEnd({ ...itsOwn(call, found, header), log, driver, renderer, approved });
  } finally {
    await renderer.release();
    await cluster.close();
  }
}

/** How the run had ended already; null while it is open. A script that resumes after a kill learns from it that all is well. */
async function endingBefore({ composition }: Call, { head }: FoundRun): Promise<Ending | null> {
  if (isOpen(head)) return null;
  const { ending } = await composition.placeOf(head);
  return ending && { kind: ending, record: head };
}

const itsOwn = (call: Call, { head, place, again }: FoundRun, header: RunHeader) => ({
  call: { ...call, options: again },
  run: head.run,
  hop: hopOf(header),
  cluster: place.cluster,
  region: place.region,
});

async function openItsCluster(
  call: Call,
  { place, again }: FoundRun,
  header: RunHeader,
  notify: Notify,
): Promise<OpenCluster> {
  const { accepted = [] } = header.input as { accepted?: Options['accept'] };
  const options = { ...call.options, cluster: place.cluster, region: place.region, accept: accepted };
  try {
    return await call.composition.openCluster(reachOf({ ...call, options }), notify);
  } catch (error) {
    throw stillPaused(error, commandFor(`resume ${place.run}`, again));
  }
}

/** Another runner has it: what to type to look at it, with all that is needed to find it again. */
function whoHasIt(error: unknown, { head, again }: FoundRun): unknown {
  if (!(error instanceof UpgradeError) || error.code !== 'RunHeld') return error;
  return new UpgradeError(error.code, error.message, {
    hint: `look at it: ${commandFor(`status ${head.run}`, again)}`,
    exit: error.exit,
    cause: error.cause,
  });
}

/** A cluster that cannot be reached leaves the run where it is; "blocked" would say that nothing was ever changed. */
function stillPaused(error: unknown, resume: string): unknown {
  if (!(error instanceof UpgradeError) || error.exit !== EXIT.blocked) return error;
  const hint = error.hint === null ? resume : `${error.hint}\nthen: ${resume}`;
  return new UpgradeError(error.code, error.message, { hint, exit: EXIT.paused, cause: error.cause });
}
