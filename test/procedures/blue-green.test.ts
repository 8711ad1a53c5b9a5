import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { definitionProblems } from '#engine/author/check-definition';
import { blueGreen } from '#procedures/blue-green';
import { procedureGraph } from '#procedures/graph';
import { loadRunbook } from '#runbook/load';
import { statesReached } from './states-reached.ts';

const file = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const GOLDEN = file('golden/procedures/1.20-to-1.21.mmd');

describe('the procedure blue-green', () => {
  it('keeps every convention of the engine', () => {
    expect(definitionProblems(blueGreen)).toEqual([]);
  });

  it('can reach every one of its states', () => {
    const { reached, all } = statesReached(blueGreen.machine);
    expect(all.filter((state) => !reached.has(state))).toEqual([]);
    expect(all.length).toBeGreaterThan(40);
  });

  it('prints as the table of contents that a reader of 1.20-to-1.21 gets', () => {
    const { runbook } = loadRunbook(file('../runbooks/1.20-to-1.21.yaml'));
    const graph = procedureGraph(blueGreen, runbook.addons);
    if (process.env.UPDATE_GOLDEN) writeFileSync(GOLDEN, graph);
    expect(graph).toBe(readFileSync(GOLDEN, 'utf8'));
  });

  it('refuses a context that lacks what it works with', () => {
    expect(blueGreen.contextProblem({ input: {} })).toContain('rotations');
    expect(blueGreen.contextProblem(null)).toBe('there is no context');
  });
});
