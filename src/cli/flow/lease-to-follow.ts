import type { FindingCode } from '#errors/catalogue/catalogue';
import { EXIT } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';
import type { RunLog } from '#ports/record-log';
import type { Holder, OpenCluster } from '../../compose/composition.ts';
import type { Call } from '../command.ts';
import { isOpen, readHead } from './read-run.ts';
import { stateFolder } from './state-folder.ts';
import { statusOf } from './status-of.ts';

/** The name under which the operator takes it upon himself that the run in the Lease will never go on. */
const CODE: FindingCode = 'CLUSTER_HELD';

type Held = Holder & { readonly kind: 'held' };

/**
 * The run whose Lease a new run may take: it has ended, as its log says, or the operator has named it; undefined when no
 * run holds the cluster. Throws (exit 5) when another one does. A Lease that cannot be read is left to the checks, which
 * name the missing right.
 */
export async function leaseToFollow(call: Call, cluster: OpenCluster): Promise<string | undefined> {
  const holder = await call.composition.readHolder(cluster);
  if (holder.kind !== 'held') return undefined;
  if (await isLeftOver(call, cluster, holder)) return holder.run;
  const { run, owner, log } = holder;
  const { name } = cluster.cluster;
  throw new UpgradeError('ClusterHeld', `cluster ${name} is held by run ${run} of ${owner}; its log is in ${log}`, {
    hint: await adviceAbout(call, cluster, holder),
    exit: EXIT.held,
  });
}

/** The same for a plan, which tells by itself that the cluster is held. */
export async function leaseToPlanWith(call: Call, cluster: OpenCluster): Promise<string | undefined> {
  const holder = await call.composition.readHolder(cluster);
  return holder.kind === 'held' && (await isLeftOver(call, cluster, holder)) ? holder.run : undefined;
}

async function isLeftOver(call: Call, cluster: OpenCluster, holder: Held): Promise<boolean> {
  if (call.options.accept.some(({ code, object }) => code === CODE && object === holder.run)) return true;
  const found = await logOf(call, cluster, holder);
  const head = found && (await readHead(found.log));
  return head !== null && head.run === holder.run && !isOpen(head);
}

interface Found {
  readonly log: RunLog;
  /** How to name it. */
  readonly path: string;
}

/** Where the Lease says, or among the runs of this state folder: it may have been moved. */
async function logOf(call: Call, cluster: OpenCluster, { run, log }: Held): Promise<Found | null> {
  const { composition } = call;
  const there = await composition.runAt(log);
  if (there !== null) return { log: (await composition.runFolders(there.root)).open(there.place), path: log };
  const { account, region } = cluster;
  const folders = await composition.runFolders(stateFolder(call));
  const [place] = await folders.list({ account, region, cluster: cluster.cluster.name, run });
  if (place === undefined) return null;
  const moved = folders.open(place);
  return { log: moved, path: moved.place };
}

/** A run that somebody drives is looked at; one that nobody drives is gone on with or given up; one whose log is lost is named. */
async function adviceAbout(call: Call, cluster: OpenCluster, holder: Held): Promise<string> {
  const found = await logOf(call, cluster, holder);
  const head = found && (await readHead(found.log));
  if (!head) return adviceFromAfar(holder);
  const { runner } = await statusOf(call, { log: found.log, head });
  const { path } = found;
  if (runner?.alive) return `it is running, pid ${runner.pid} on ${runner.host}; look at it: upgrade status ${path}`;
  return goOnOrGiveUp(path);
}

const goOnOrGiveUp = (path: string): string =>
  `go on with that run: upgrade resume ${path}; or give it up: upgrade abort ${path} && upgrade resume ${path}`;

const adviceFromAfar = ({ run, log }: Held): string =>
  `that folder is not on this machine; where it is, ${goOnOrGiveUp(log)}\nonly if it is lost and nobody drives that run, take the cluster from it: --accept ${CODE}=${run}`;
