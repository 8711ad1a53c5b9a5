import { resolve } from 'node:path';
import { entryName } from '#engine/chain';
import type { RunRecord } from '#engine/record';
import type { FailureCode } from '#errors/catalogue/catalogue';
import { EXIT } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';
import type { RunLog } from '#ports/record-log';
import type { RunFolders, RunPlace } from '../../compose/composition.ts';
import type { Call } from '../command.ts';
import type { Options } from '../option-values.ts';
import { runLine } from '../render/run-line.ts';
import { findByLease } from './find-by-lease.ts';
import { STANDS } from './nothing-done.ts';
import { isOpen, readHead } from './read-run.ts';
import { stateFolder } from './state-folder.ts';
import { statusOf } from './status-of.ts';

/** A run in a state folder, as its log says now. */
export interface FoundRun {
  readonly place: RunPlace;
  readonly log: RunLog;
  readonly head: RunRecord;
  /** The options with which it is found again. */
  readonly again: Options;
}

/**
 * The run that was named (by id, or by the path of its folder), else the only open one, else the one that the Lease of
 * `--cluster` names, else (for `any`) the last one. `--cluster` and `--region` narrow the choice.
 */
export async function findRun(call: Call, named: string | undefined, wanted: 'open' | 'any'): Promise<FoundRun> {
  const byPath = named?.includes('/') ? await call.composition.runAt(resolve(call.around.folder, named)) : null;
  if (byPath) return openAt(call, byPath);
  const root = stateFolder(call);
  const folders = await call.composition.runFolders(root);
  const places = await folders.list(narrowed(call));
  if (named !== undefined) return foundOrRefused(call, folders, theOne(named, places, root));
  const looked = await Promise.allSettled(places.map((place) => opened(call, folders, place)));
  const found = looked.flatMap((it) => (it.status === 'fulfilled' && it.value) || []);
  const open = found.filter(({ head }) => isOpen(head));
  const [first, second] = open;
  if (second) return (await holding(call, open)) ?? refuseSeveral(call, open, root);
  if (!first) refuseUnread(looked, places);
  return first ?? (await elsewhere(call, wanted === 'any' ? found.at(-1) : undefined)) ?? lastOrRefused(found, root);
}

/** A run that cannot be read hides no other; where no other is open, it may be the one that was meant. */
function refuseUnread(looked: readonly PromiseSettledResult<unknown>[], places: readonly RunPlace[]): void {
  const at = looked.findIndex(({ status }) => status === 'rejected');
  const place = places[at];
  if (place === undefined) return;
  const error: unknown = (looked[at] as PromiseRejectedResult).reason;
  if (!(error instanceof UpgradeError)) throw error;
  const { code, message, hint, exit } = error;
  throw new UpgradeError(code, message, { hint: `${hint}, or name another run`, exit, cause: error.cause });
}

async function elsewhere(call: Call, last: FoundRun | undefined): Promise<FoundRun | null> {
  if (last) return last;
  if (call.options.cluster === undefined) return null;
  const held = await findByLease(call);
  return held && openAt(call, held);
}

function lastOrRefused(found: readonly FoundRun[], root: string): FoundRun {
  const last = found.at(-1);
  if (last) return last;
  throw refused('NoRun', `there is no run in ${root}`, 'give --state <folder> of the run, or the path of its folder');
}

const narrowed = ({ options: { cluster, region } }: Call): Partial<RunPlace> => ({
  ...(cluster === undefined ? {} : { cluster }),
  ...(region === undefined ? {} : { region }),
});

/** Of several open runs of one cluster, the one that its Lease names; null where the cluster does not say. */
async function holding(call: Call, open: readonly FoundRun[]): Promise<FoundRun | null> {
  if (call.options.cluster === undefined) return null;
  const held = await findByLease(call).catch(() => null);
  return open.find(({ place }) => place.run === held?.place.run) ?? null;
}

async function refuseSeveral(call: Call, open: readonly FoundRun[], root: string): Promise<never> {
  const now = call.composition.time.now();
  const lines = await Promise.all(open.map(async (it) => runLine(it.place, await statusOf(call, it), now)));
  throw refused(
    'SeveralRuns',
    `several runs are open in ${root}:\n${lines.map((line) => `  ${line}`).join('\n')}`,
    call.options.cluster === undefined ? 'name one of them, or give --cluster' : 'name one of them',
  );
}

function theOne(named: string, places: readonly RunPlace[], root: string): RunPlace {
  const place = places.find(({ run }) => run === named);
  if (place) return place;
  const known = places.slice(-5).map(({ run, cluster }) => `${run} (${cluster})`);
  const hint = known.length > 0 ? `the last ones there: ${known.join(', ')}` : 'give --state <folder> of the run';
  throw refused('NoSuchRun', `there is no run "${named}" in ${root}`, hint);
}

async function openAt(call: Call, { root, place }: { root: string; place: RunPlace }): Promise<FoundRun> {
  const state = { ...call, options: { ...call.options, state: root } };
  return foundOrRefused(state, await call.composition.runFolders(root), place);
}

async function foundOrRefused(call: Call, folders: RunFolders, place: RunPlace): Promise<FoundRun> {
  const it = await opened(call, folders, place);
  if (it) return it;
  throw refused(
    'EmptyRun',
    `run ${place.run} has no record: it was stopped before it began`,
    'start a new one with upgrade run',
  );
}

async function opened({ options }: Call, folders: RunFolders, place: RunPlace): Promise<FoundRun | null> {
  const log = folders.open(place);
  const head = await readHead(log).catch((error: unknown) => {
    throw unreadable(error, place.run);
  });
  if (head !== null && head.run !== place.run) throw unreadable(foreign(log, head, place.run), place.run);
  return head && { place, log, head, again: options };
}

/** Refused before anything was done, whatever is wrong with it. */
function unreadable(error: unknown, run: string): unknown {
  if (!(error instanceof UpgradeError)) return error;
  const { code, message, hint } = error;
  return new UpgradeError(code, `run ${run} cannot be read: ${message}. Nothing was done; ${STANDS}`, {
    hint: `${hint ?? 'look at it by hand'}; then type the command again`,
    exit: EXIT.usage,
    cause: error,
  });
}

const foreign = ({ place }: RunLog, { seq, run }: RunRecord, mine: string) =>
  refused(
    'RecordForeign',
    `${entryName('record', seq, `${place}/`)} is of another run: ${run}, not ${mine}`,
    'put the original file back',
  );

const refused = (code: FailureCode, message: string, hint: string) =>
  new UpgradeError(code, message, { hint, exit: EXIT.usage });
