import { describe, expect, it } from 'vitest';
import { decideCordon, decideUndo, whyKeptClosed } from '#domain/drain/cordon';
import { freezeRequest, restoreSizes } from '#domain/drain/freeze';
import { cordonedAt, nodesOfGroup } from '#domain/drain/marks';
import type { Nodegroup, ScalingConfig } from '#domain/eks/nodegroup';
import { aCordonedNode, aGroupNode } from '../../builders/drain-node-object.ts';

const NOW = Date.parse('2022-06-01T10:00:00Z');

describe('a cordon', () => {
  it('is one conditional patch with the mark of the run', () => {
    expect(decideCordon(aGroupNode('old-1'), 'run-1', NOW)).toEqual({
      kind: 'cordon',
      patch: {
        metadata: {
          resourceVersion: '1',
          annotations: {
            'eks-upgrade-runbook/cordoned-by': 'run-1',
            'eks-upgrade-runbook/cordoned-at': '2022-06-01T10:00:00.000Z',
          },
        },
        spec: { unschedulable: true },
      },
    });
  });

  it('is not ours when somebody else closed the node, or another run did', () => {
    expect(decideCordon(aGroupNode('old-1', { cordoned: true }), 'run-1', NOW).kind).toBe('note-foreign');
    expect(decideCordon(aCordonedNode(), 'run-2', NOW).kind).toBe('note-foreign');
    expect(decideCordon(aCordonedNode(), 'run-1', NOW).kind).toBe('ours-already');
  });
});

describe('a node that somebody else closed', () => {
  const annotations = {
    'eks-upgrade-runbook/found-cordoned-by': 'run-1',
    'eks-upgrade-runbook/cordoned-at': new Date(NOW).toISOString(),
  };
  const found = aGroupNode('old-1', { cordoned: true, annotations });

  it('gets a note of when this run found it, once, and stays as it is otherwise', () => {
    expect(decideCordon(aGroupNode('old-1', { cordoned: true }), 'run-1', NOW)).toEqual({
      kind: 'note-foreign',
      patch: { metadata: { resourceVersion: '1', annotations } },
    });
    expect(decideCordon(found, 'run-1', NOW).kind).toBe('foreign-already');
    expect(cordonedAt(found, 'run-1')).toBe(NOW);
  });

  it('loses the note and stays closed when the run is undone', () => {
    expect(decideUndo(found, 'run-1', false)).toEqual({
      metadata: {
        resourceVersion: '1',
        annotations: {
          'eks-upgrade-runbook/found-cordoned-by': null,
          'eks-upgrade-runbook/cordoned-at': null,
        },
      },
    });
  });
});

describe('undoing', () => {
  it('opens a node of ours and takes our mark away in one patch', () => {
    expect(decideUndo(aCordonedNode(), 'run-1', false)).toEqual({
      metadata: {
        resourceVersion: '1',
        annotations: { 'eks-upgrade-runbook/cordoned-by': null, 'eks-upgrade-runbook/cordoned-at': null },
      },
      spec: { unschedulable: null },
    });
  });

  it('leaves alone what another run or somebody else did', () => {
    expect(decideUndo(aCordonedNode(), 'run-2', false)).toBeNull();
    expect(decideUndo(aGroupNode('old-1', { cordoned: true }), 'run-1', false)).toBeNull();
  });

  it('keeps the cordon, with its mark, of a node whose group is going', () => {
    expect(decideUndo(aCordonedNode(), 'run-1', true)).toBeNull();
    const taints = [{ key: 'eks-upgrade-runbook/old', value: 'run-1', effect: 'PreferNoSchedule' as const }];
    const { annotations } = aCordonedNode().metadata;
    const tainted = aGroupNode('old-1', { cordoned: true, taints, ...(annotations && { annotations }) });
    expect(decideUndo(tainted, 'run-1', true)).toEqual({ metadata: { resourceVersion: '1' }, spec: { taints: [] } });
  });

  it.each([
    ['DELETING', 'its node group old is DELETING'],
    ['DELETE_FAILED', 'its node group old is DELETE_FAILED'],
    ['gone', 'its node group old is deleted'],
    ['not to be seen', 'nobody knows whether its node group old is being deleted'],
    ['ACTIVE', null],
    ['DEGRADED', null],
    ['UPDATING', null],
  ])('asks the group of a node that this run closed: %s', (status, why) => {
    const seen = status === 'gone' ? null : { status: status as Nodegroup['status'] };
    const groups = new Map(status === 'not to be seen' ? [] : [['old', seen] as const]);
    expect(whyKeptClosed(aCordonedNode(), 'run-1', groups)).toBe(why);
    expect(whyKeptClosed(aCordonedNode(), 'run-2', groups)).toBeNull();
  });

  it('takes away our taints and labels and keeps all others', () => {
    const theirs = { key: 'dedicated', value: 'db', effect: 'NoSchedule' as const };
    const ours = { key: 'eks-upgrade-runbook/old', value: 'run-1', effect: 'PreferNoSchedule' as const };
    const node = aGroupNode('old-1', { taints: [theirs, ours], labels: { 'eks-upgrade-runbook/keep': 'run-1' } });
    expect(decideUndo(node, 'run-1', false)).toMatchObject({
      metadata: { labels: { 'eks-upgrade-runbook/keep': null } },
      spec: { taints: [theirs] },
    });
  });
});

it('finds the nodes of a group, oldest first', () => {
  const nodes = [
    aGroupNode('b'),
    aGroupNode('a'),
    aGroupNode('first', { created: '2021-01-01T00:00:00Z' }),
    aGroupNode('x', { group: 'new' }),
  ];
  expect(nodesOfGroup(nodes, 'old').map((it) => it.metadata.name)).toEqual(['first', 'a', 'b']);
});

describe('the sizes of a group', () => {
  const group = (scalingConfig: ScalingConfig) =>
    ({ clusterName: 'ekstest', nodegroupName: 'old', scalingConfig }) as Nodegroup;
  const sizes = (minSize: number, desiredSize: number, maxSize: number): ScalingConfig => ({
    minSize,
    desiredSize,
    maxSize,
  });

  it('are frozen at what is live', () => {
    expect(freezeRequest(group(sizes(1, 3, 5)), 3)?.scalingConfig).toEqual(sizes(3, 3, 3));
    expect(freezeRequest(group(sizes(3, 3, 3)), 3)).toBeNull();
  });

  it('are never lowered, neither below what is live nor below what is on its way', () => {
    expect(freezeRequest(group(sizes(1, 3, 5)), 4)?.scalingConfig).toEqual(sizes(4, 4, 4));
    expect(freezeRequest(group(sizes(1, 3, 5)), 2)?.scalingConfig).toEqual(sizes(3, 3, 3));
    expect(freezeRequest(group(sizes(0, 0, 5)), 0)?.scalingConfig).toEqual(sizes(0, 0, 1));
  });

  it('are given back while they are what we froze them to', () => {
    expect(restoreSizes(group(sizes(3, 3, 3)), sizes(1, 3, 5))).toMatchObject({
      request: { scalingConfig: sizes(1, 3, 5) },
    });
    expect(restoreSizes(group(sizes(3, 3, 3)), sizes(1, 2, 5))).toMatchObject({
      request: { scalingConfig: sizes(1, 3, 5) },
    });
    expect(restoreSizes(group(sizes(2, 3, 6)), sizes(1, 3, 5)).kind).toBe('leave');
    expect(restoreSizes(group(sizes(6, 6, 6)), sizes(1, 3, 5)).kind).toBe('leave');
  });

  it.each(['DELETING', 'DELETE_FAILED', 'CREATE_FAILED'] as const)(
    'are not given back to a group that is %s',
    (status) => {
      const lost = { ...group(sizes(3, 3, 3)), status };
      expect(restoreSizes(lost, sizes(1, 3, 5))).toEqual({ kind: 'leave', why: `it is ${status}` });
    },
  );
});
