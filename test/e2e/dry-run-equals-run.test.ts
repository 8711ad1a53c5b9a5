import { expect, it } from 'vitest';
import type { Plan } from '#plan/plan';
import type { JournalEntry } from '#twin/journal';
import { countsOf, everythingIn, journalOf, notReads } from './seen-from-outside.ts';
import { type ServedCluster, servedCluster } from './served-cluster.ts';
import { twoGroupsAndABudget } from './unhealthy.ts';

const LONG = 120_000;

/** The dry run, proven to change nothing: its plan as it was printed. */
async function dryRun(cluster: ServedCluster): Promise<string> {
  const before = await everythingIn(cluster);
  const from = (await journalOf(cluster)).length;
  const { exitCode, stdout, stderr } = await cluster.types([
    'run',
    '1.20-to-1.21',
    '--dry-run',
    '-o',
    'json',
    ...cluster.flags,
  ]).outcome;
  const calls = (await journalOf(cluster)).slice(from);
  process.stdout.write(`dry run: ${calls.length} calls ${JSON.stringify(countsOf(calls))}\n`);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(calls.length).toBeGreaterThan(20);
  expect(notReads(calls)).toEqual([]);
  expect(await everythingIn(cluster)).toEqual(before);
  return stdout;
}

/** The real run: stopped at both gates, approved and resumed each time. */
async function realRun(cluster: ServedCluster): Promise<readonly JournalEntry[]> {
  const { flags, state, typesOnTwinTime } = cluster;
  const where = ['--cluster', 'ekstest', '--state', state];
  const from = (await journalOf(cluster)).length;
  const exits = [];
  for (const words of [
    ['run', '1.20-to-1.21', ...flags],
    ['approve', 'control-plane', ...where],
    ['resume', ...flags],
    ['approve', 'delete-old-nodes', ...where],
    ['resume', ...flags],
  ]) {
    exits.push((await typesOnTwinTime(words).outcome).exitCode);
  }
  expect(exits).toEqual([4, 0, 4, 0, 0]);
  return (await journalOf(cluster)).slice(from);
}

/** A runner that resumed marks the Lease as its own: an act of whoever goes on, of which a plan knows nothing. */
const MARK = 'k8s:patch leases';

/** What no plan can foretell. */
const OF_ONE_RUN =
  /^(clientRequestToken|resourceVersion|eks-upgrade-runbook\/(cordoned-at|owner|log|fence)|acquireTime|renewTime)$/;

interface Act {
  readonly operation: string;
  readonly parameters: unknown;
  /** Model time, ms. */
  readonly at: number;
}

/**
 * One line an act, in order; evictions that are sent at once, on connections of their own, arrive in any order and are one
 * line. The run's id is called RUN; the uid of the Lease, which is the run's own object, is left out.
 */
function lines(all: readonly Act[]): readonly string[] {
  const run = runIn(all);
  const batches: Act[][] = [];
  for (const act of all) {
    const last = batches.at(-1);
    if (last?.[0] && areAtOnce(last[0], act)) last.push(act);
    else batches.push([act]);
  }
  return batches.map((batch) =>
    batch
      .map((act) => line(act, run))
      .sort()
      .join('\n'),
  );
}

const areAtOnce = (a: Act, b: Act): boolean =>
  a.operation === 'k8s:evict pods' && b.operation === a.operation && a.at === b.at;

function line({ operation, parameters }: Act, run: string): string {
  const kept = operation === 'k8s:delete leases' ? { ...(parameters as object), body: 'with the uid' } : parameters;
  return `${operation} ${JSON.stringify(sorted(kept)).replaceAll(run, 'RUN')}`;
}

function sorted(it: unknown): unknown {
  if (Array.isArray(it)) return it.map(sorted);
  if (typeof it !== 'object' || it === null) return it;
  const entries = Object.entries(it).filter(([key]) => !OF_ONE_RUN.test(key));
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => [key, sorted(inner)]));
}

/** The id of the run, as the Lease of the cluster was made with it. */
const runIn = (writes: readonly { readonly parameters: unknown }[]): string =>
  JSON.stringify(writes[0]?.parameters).match(/"holderIdentity":"([^"]+)"/)?.[1] ?? 'none';

it.each([
  ['ekstest', undefined],
  ['a cluster with two groups and a budget that allows one at a time', twoGroupsAndABudget],
])(
  'announces by a dry run exactly what the run then does, and changes nothing itself: %s',
  { timeout: LONG },
  async (_name, change) => {
    const cluster = await servedCluster({ clock: 'consent', ...(change === undefined ? {} : { change }) });
    const first = await dryRun(cluster);
    expect(await dryRun(cluster)).toBe(first);
    const { actions } = JSON.parse(first) as Plan;
    const done = (await realRun(cluster)).filter(
      ({ kind, status, operation }) => kind === 'write' && status < 300 && operation !== MARK,
    );
    const planned = lines(actions.map((it) => ({ ...it, at: it.atMs })));
    const carriedOut = lines(done);
    process.stdout.write(`planned ${actions.length} actions, carried out ${done.length}\n`);
    expect(actions.length).toBeGreaterThan(10);
    expect(carriedOut).toEqual(planned);
  },
);
