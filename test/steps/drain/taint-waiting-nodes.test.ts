import { describe, expect, it } from 'vitest';
import { ROTATED_LATER } from '#domain/drain/waiting-taint';
import { taintWaitingNodes } from '#steps/drain/taint-waiting-nodes';
import { undoMarks } from '#steps/drain/undo-marks';
import { EVICTION, refused } from '../../builders/drain-answers.ts';
import { aGroupNode } from '../../builders/drain-node-object.ts';
import { type DrainWorld, drainWorld } from '../../builders/drain-world.ts';

const hop = { runId: 'run-1', cluster: 'ekstest', from: '1.20', to: '1.21' };
const taint = (world: DrainWorld) => taintWaitingNodes.run({ ...hop, groups: ['later'] }, world.ports, world.slice());
const OURS = { key: ROTATED_LATER, value: 'run-1', effect: 'PreferNoSchedule' };
const THEIRS = { key: 'dedicated', value: 'gpu', effect: 'NoSchedule' } as const;

const world = (parts = {}) =>
  drainWorld({ nodes: [aGroupNode('old-1'), aGroupNode('later-1', { group: 'later', ...parts })] });

describe('the groups that are rotated later', () => {
  it('get a soft taint with the id of the run beside the taints they have, once', async () => {
    const it = world({ taints: [THEIRS] });
    expect(await taint(it)).toEqual({ kind: 'done', output: {} });
    await taint(it);
    expect(it.requests.filter((request) => request.startsWith('patch'))).toEqual(['patch later-1']);
    expect(it.nodes.map(({ spec }) => spec.taints)).toEqual([undefined, [THEIRS, OURS]]);
  });

  it('lose it again when the run is aborted, and nothing else', async () => {
    const it = world({ taints: [THEIRS] });
    await taint(it);
    await undoMarks.run({ ...hop, frozen: [] }, it.ports, it.slice());
    expect(it.nodes.at(-1)?.spec.taints).toEqual([THEIRS]);
  });

  it('are left alone where a node is cordoned anyway', async () => {
    const it = world({ cordoned: true });
    await taint(it);
    expect(it.requests).toEqual(['list nodes']);
  });

  it('are looked at again when a node was changed meanwhile', async () => {
    const it = world();
    it.script.set('later-1', [EVICTION.conflict]);
    expect((await taint(it)).kind).toBe('done');
    expect(it.requests.filter((request) => request.startsWith('patch'))).toHaveLength(2);
  });

  it('stop the run when we may not taint them', async () => {
    const it = world();
    it.script.set('later-1', [refused(403, 'Forbidden', 'cannot patch resource "nodes"')]);
    await expect(taint(it)).rejects.toMatchObject({ code: 'Forbidden' });
  });
});
