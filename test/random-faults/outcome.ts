/** What became of one random run. */
export interface Outcome {
  readonly seed: number;
  readonly shape: string;
  /** How each stretch ended: `done`, `parked NodeGroupFailed`, `killed` … */
  readonly endings: readonly string[];
  /** What must not be; empty when all is well. */
  readonly problems: readonly string[];
  /** Model time, ms. */
  readonly took: number;
}

/** How many runs had each ending, the most frequent first, one a line. */
export function tally(outcomes: readonly Outcome[]): string {
  const counts = new Map<string, number>();
  for (const { endings } of outcomes)
    for (const ending of new Set(endings)) counts.set(ending, (counts.get(ending) ?? 0) + 1);
  const lines = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return lines.map(([ending, count]) => `${String(count).padStart(6)}  ${ending}`).join('\n');
}
