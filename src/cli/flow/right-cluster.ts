import { EXIT } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';
import type { Notify } from '#messages/message';
import type { Runbook } from '#runbook/runbook';
import type { OpenCluster, Reach } from '../../compose/composition.ts';
import type { Call } from '../command.ts';
import { readHead } from './read-run.ts';
import type { RunStatus } from './run-status.ts';
import { statusOf } from './status-of.ts';

/** Refuses a cluster that another run holds. A Lease that cannot be read is left to the checks, which name the missing right. */
export async function refuseHeld(call: Call, cluster: OpenCluster): Promise<void> {
  const { composition } = call;
  const holder = await composition.readHolder(cluster);
  if (holder.kind !== 'held') return;
  const { run, owner, log } = holder;
  const { name } = cluster.cluster;
  throw new UpgradeError('ClusterHeld', `cluster ${name} is held by run ${run} of ${owner}; its log is in ${log}`, {
    hint: await adviceAbout(call, log),
    exit: EXIT.held,
  });
}

/** A run that somebody drives is looked at; one that nobody drives is gone on with or given up. */
async function adviceAbout(call: Call, log: string): Promise<string> {
  const runner = await runnerOf(call, log);
  if (runner?.alive) return `it is running, pid ${runner.pid} on ${runner.host}; look at it: upgrade status ${log}`;
  return `go on with that run: upgrade resume ${log}; or give it up: upgrade abort ${log} && upgrade resume ${log}`;
}

async function runnerOf(call: Call, log: string): Promise<RunStatus['runner']> {
  const found = await call.composition.runAt(log);
  if (found === null) return null;
  const folders = await call.composition.runFolders(found.root);
  const opened = folders.open(found.place);
  const head = await readHead(opened);
  return head && (await statusOf(call, { log: opened, head })).runner;
}

/** Opens the cluster and refuses it when the hop does not start at its version. A control plane that is there already is fine: the nodes may follow. */
export async function openRightCluster(
  { composition }: Call,
  reach: Reach,
  { hop }: Runbook,
  notify: Notify,
): Promise<OpenCluster> {
  const open = await composition.openCluster(reach, notify);
  const { version, name } = open.cluster;
  if (version === hop.from || version === hop.to) return open;
  await open.close();
  throw new UpgradeError(
    'WrongStartVersion',
    `cluster ${name} is at ${version}; this hop goes from ${hop.from} to ${hop.to}. Nothing was changed`,
    {
      hint: `one minor version at a time: a hop that starts at ${version} is needed`,
      exit: EXIT.blocked,
    },
  );
}
