import type { Comparison, Difference } from './compare.ts';

/** So many pods may be elsewhere than in reality: two that wait for the same room may come in another order. */
const PODS_EQUAL = 0.99;

/** Whether the twin is as true as it has to be: nearly all pods, all evictions, all budgets. */
export function isEqualEnough(all: readonly Comparison[]): boolean {
  const { pods, differing } = totals(all);
  return pods > 0 && 1 - differing.pod / pods >= PODS_EQUAL && differing.eviction + differing.budget === 0;
}

/** One line. */
export function summaryOf(all: readonly Comparison[]): string {
  const { pods, evictions, budgets, differing } = totals(all);
  const share = (wrong: number, of: number) =>
    `${of - wrong} of ${of} (${((100 * (of - wrong)) / Math.max(1, of)).toFixed(2)} %)`;
  return [
    `${all.length} worlds`,
    `pods ${share(differing.pod, pods)}`,
    `evictions ${share(differing.eviction, evictions)}`,
    `budgets ${share(differing.budget, budgets)}`,
  ].join(', ');
}

/** Every difference, as Markdown. */
export function reportOf(all: readonly Comparison[]): string {
  const rows = all.flatMap((it) => it.differences).map(rowOf);
  const head = '| world | step | what | of | real | twin |\n|---|---|---|---|---|---|\n';
  return `${summaryOf(all)}\n\n${rows.length === 0 ? 'No difference.\n' : `${head}${rows.join('')}`}`;
}

const rowOf = ({ world, step, what, of, real, twin }: Difference): string =>
  `| ${[world, step, what, of, real, twin].map((it) => String(it).replaceAll('|', '\\|')).join(' | ')} |\n`;

function totals(all: readonly Comparison[]) {
  const sum = (count: (it: Comparison) => number) => all.reduce((total, it) => total + count(it), 0);
  const wrong = (what: Difference['what']) => sum((it) => it.differences.filter((one) => one.what === what).length);
  return {
    pods: sum((it) => it.pods),
    evictions: sum((it) => it.evictions),
    budgets: sum((it) => it.budgets),
    differing: { pod: wrong('pod'), eviction: wrong('eviction'), budget: wrong('budget') },
  };
}
