import type { Finding } from './finding.ts';

/** How much of a record findings may take, bytes of JSON; a record holds what was remembered beside them. */
const LIMIT = 16_000;
/** Up to here they are kept with all their words. */
const IN_FULL = 6_000;

const RANK: Readonly<Record<Finding['severity'], number>> = { block: 0, risk: 1, info: 2 };

/**
 * The findings as a record keeps them: all where they are few; in a cluster with hundreds the first of each severity in
 * full, then code and object alone, then none. Every one of them was told in full when it was found.
 */
export function boundFindings(findings: readonly Finding[]): readonly Finding[] {
  if (sizeOf(findings) <= LIMIT) return findings;
  const kept: Finding[] = [];
  let used = 0;
  for (const finding of [...findings].sort((a, b) => RANK[a.severity] - RANK[b.severity])) {
    const shown = used < IN_FULL ? finding : { ...finding, why: 'as it was told', whatToDo: '' };
    used += sizeOf(shown) + 1;
    if (used > LIMIT) break;
    kept.push(shown);
  }
  return kept;
}

/** A run remembers at most so many that were broken before it; beyond that nobody can be blamed. */
export const REMEMBERED = 200;

const BROKEN: readonly Finding['code'][] = ['NODE_NOT_READY', 'WORKLOAD_NOT_READY', 'ADDON_UNHEALTHY'];

/** What is not ready, by name: what was so before the run is not blamed on it later. At most as many as a run remembers. */
export const brokenIn = (findings: readonly Finding[]): readonly string[] =>
  findings
    .filter(({ code }) => BROKEN.includes(code))
    .slice(0, REMEMBERED)
    .map(({ object }) => object);

const sizeOf = (it: unknown): number => new TextEncoder().encode(JSON.stringify(it)).length;
