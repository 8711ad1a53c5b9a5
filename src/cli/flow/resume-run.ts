import { readHeader } from '#engine/read-log';
import type { RunHeader } from '#engine/record';
import type { ExitCode } from '#errors/exit-codes';
import type { Notify } from '#messages/message';
import type { OpenCluster } from '../../compose/composition.ts';
import type { Call } from '../command.ts';
import type { Options } from '../option-values.ts';
import { wrongUse } from '../parse-option.ts';
import { chooseRenderer } from '../render/choose-renderer.ts';
import { driveToEnd } from './drive-to-end.ts';
import { type FoundRun, findRun } from './find-run.ts';
import { reachOf } from './reach.ts';
import { isOpen } from './read-run.ts';

/** `upgrade resume`: goes on with a run where it stopped. */
export async function resumeRun(call: Call): Promise<ExitCode> {
  const { composition, options } = call;
  const found = await findRun(call, call.arguments[0], 'open');
  const { head, log, place } = found;
  if (!isOpen(head))
    throw wrongUse(
      `run ${head.run} has ended (${head.state}); it cannot be resumed`,
      'start a new one with upgrade run',
    );
  const header = await readHeader(log);
  const renderer = await chooseRenderer(call, () => composition.time.now());
  const { notify } = renderer;
  const cluster = await openItsCluster(call, found, header, notify);
  try {
    const takeOver = options.takeOver ? (options.now ? 'now' : 'when-silent') : 'no';
    const driver = await composition.resume({ log, cluster, notify, takeOver });
    const approved = new Set([...options.approve, ...(options.yes ? ['control-plane'] : [])]);
    return await driveToEnd({
      call: { ...call, options: found.again },
      run: head.run,
      hop: hopOf(header),
      cluster: place.cluster,
      log,
      driver,
      renderer,
      approved,
    });
  } finally {
    await renderer.release();
    await cluster.close();
  }
}

function openItsCluster(call: Call, { place }: FoundRun, header: RunHeader, notify: Notify): Promise<OpenCluster> {
  const { accepted = [] } = header.input as { accepted?: Options['accept'] };
  const options = { ...call.options, cluster: place.cluster, region: place.region, accept: accepted };
  return call.composition.openCluster(reachOf({ ...call, options }), notify);
}

const hopOf = ({ input }: RunHeader): { readonly from: string; readonly to: string } =>
  input as { from: string; to: string };
