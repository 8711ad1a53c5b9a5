import { describe, expect, test } from 'vitest';
import type { StateMeta } from '#engine/author/procedure';
import { blueGreen } from '#procedures/blue-green';
import { GATES } from '../../src/cli/option-values.ts';
import { clusterState } from '../../src/cli/render/cluster-state.ts';
import { guardPhase } from '../../src/compose/guard-phase.ts';

const work = blueGreen.machine.root.states.work;
const phases = Object.values(work?.states ?? {}).filter(({ type }) => type !== 'history');

describe('the words of the command line fit the procedure', () => {
  test('the gates that can be approved are the gates of the procedure', () => {
    const gates = phases.flatMap(({ meta }) => (meta as StateMeta | undefined)?.gate ?? []);
    expect([...gates].sort()).toEqual([...GATES].sort());
  });

  test.each(phases.map(({ key }) => key))('what is true of the cluster is known for the phase %s', (key) => {
    expect(clusterState(`work.${key}.x`, '1.20', '1.21')).not.toBe('see upgrade status');
  });

  test('of a run in its abort it is said that it is being given up, in each of its states', () => {
    const states = Object.keys(blueGreen.machine.root.states.aborting?.states ?? {});
    expect(states).toContain('undoing');
    for (const state of states) expect(clusterState(`aborting.${state}`, '1.20', '1.21')).toContain('being given up');
  });

  test('every phase that changes the cluster is guarded after a resume', () => {
    const unguarded = phases.map(({ key }) => key).filter((key) => guardPhase(`work.${key}.x`) === null);
    expect(unguarded).toEqual(['preflight', 'startQuestion', 'verify', 'releaseCluster']);
  });
});
