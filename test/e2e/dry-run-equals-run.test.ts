import { expect, it } from 'vitest';
import type { Plan } from '#plan/plan';
import type { JournalEntry } from '#twin/journal';
import { countsOf, everythingIn, journalOf, notReads } from './seen-from-outside.ts';
import { type ServedCluster, servedCluster } from './served-cluster.ts';
import { twoGroupsAndABudget } from './unhealthy.ts';
import { isMark } from './world.ts';

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

/** What no plan can foretell, by its name: compared is that it is sent. */
const OF_ONE_RUN: ReadonlyMap<string, string> = new Map([
  ['clientRequestToken', 'a token'], // the line of the issue: tokens and run id aside
  ['resourceVersion', 'a version'], // of the moment in which the object is read
  ['eks-upgrade-runbook/cordoned-at', 'an instant'], // of the moment
  ['eks-upgrade-runbook/owner', 'somebody'], // a plan is the same whoever makes it
  ['eks-upgrade-runbook/log', 'a place'], // there is none before there is a run
]);

/** How far the runner's log has got: added to what a step sends by the fence around the steps, of which a plan has none. */
const FENCE = 'eks-upgrade-runbook/fence';

interface Act {
  readonly operation: string;
  readonly parameters: unknown;
  /** Model time, ms. */
  readonly at: number;
}

/**
 * One line an act, in order; evictions that are sent at once, on connections of their own, arrive in any order and are one
 * line. The run's id is called RUN.
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

const line = ({ operation, parameters }: Act, run: string): string =>
  `${operation} ${JSON.stringify(sorted(parameters)).replaceAll(run, 'RUN')}`;

function sorted(it: unknown): unknown {
  if (Array.isArray(it)) return it.map(sorted);
  if (typeof it !== 'object' || it === null) return it;
  const entries = Object.entries(it).filter(([key]) => key !== FENCE);
  const ordered = entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(ordered.map(([key, inner]) => [key, OF_ONE_RUN.get(key) ?? sorted(inner)]));
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
    const writes = notReads(await realRun(cluster));
    expect(writes.filter(({ status }) => status >= 300)).toEqual([]);
    const done = writes.filter((it) => !isMark(it));
    // The second of the two runners that acted, once; the first one took the Lease with its mark.
    expect(writes.length - done.length).toBe(1);
    const planned = lines(actions.map((it) => ({ ...it, at: it.atMs })));
    const carriedOut = lines(done);
    process.stdout.write(`planned ${actions.length} actions, carried out ${done.length}\n`);
    expect(actions.length).toBeGreaterThan(10);
    expect(carriedOut).toEqual(planned);
  },
);
