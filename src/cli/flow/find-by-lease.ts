import { EXIT } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';
import type { RunPlace } from '../../compose/composition.ts';
import type { Call } from '../command.ts';
import { reachOf } from './reach.ts';

/** The run that the cluster itself names in its Lease; null when no run holds it. Throws when its log is not on this machine. */
export async function findByLease(call: Call): Promise<{ readonly root: string; readonly place: RunPlace } | null> {
  const { composition } = call;
  const cluster = await composition.openCluster(reachOf(call), () => {});
  const holder = await composition.readHolder(cluster).finally(() => cluster.close());
  const { name } = cluster.cluster;
  if (holder.kind === 'free') return null;
  if (holder.kind === 'unknown') {
    throw new UpgradeError('LeaseUnreadable', `the Lease of cluster ${name} cannot be read: ${holder.why}`, {
      hint: 'name the folder of the run instead: --state <folder>',
      exit: EXIT.blocked,
    });
  }
  const found = await composition.runAt(holder.log);
  if (found) return found;
  const { run, owner, log } = holder;
  throw new UpgradeError(
    'LogElsewhere',
    `cluster ${name} is held by run ${run} of ${owner}; its log is in ${log}, which is not on this machine`,
    {
      hint: 'move that folder here with its parents and name the topmost with --state, or work where it is',
      exit: EXIT.usage,
    },
  );
}
