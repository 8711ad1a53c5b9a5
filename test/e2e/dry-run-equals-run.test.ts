import { expect, it } from 'vitest';
import type { Plan } from '#plan/plan';
import type { JournalEntry } from '#twin/journal';
import { countsOf, everythingIn, journalOf, notReads } from './seen-from-outside.ts';
import { type ServedCluster, servedCluster } from './served-cluster.ts';
import { twoGroupsAndABudget } from './unhealthy.ts';

const LONG = 60_000;

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

/** What no plan can foretell. */
const OF_ONE_RUN =
  /^(clientRequestToken|resourceVersion|eks-upgrade-runbook\/(cordoned-at|owner|log)|acquireTime|renewTime)$/;

/** One line an act. The run's id is called RUN; the uid of the Lease, which is the run's own object, is left out. */
function acts(
  writes: readonly { readonly operation: string; readonly parameters: unknown }[],
  run: string,
): readonly string[] {
  return writes.map(({ operation, parameters }) => {
    const kept = operation === 'k8s:delete leases' ? { ...(parameters as object), body: 'with the uid' } : parameters;
    return `${operation} ${JSON.stringify(sorted(kept)).replaceAll(run, 'RUN')}`;
  });
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
    const done = (await realRun(cluster)).filter(({ kind, status }) => kind === 'write' && status < 300);
    const [planned, carriedOut] = [acts(actions, runIn(actions)), acts(done, runIn(done))];
    process.stdout.write(`planned ${planned.length} actions, carried out ${carriedOut.length}\n`);
    expect(planned.length).toBeGreaterThan(10);
    expect(carriedOut).toEqual(planned);
  },
);
