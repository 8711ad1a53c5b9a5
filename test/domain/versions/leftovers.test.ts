import { describe, expect, it } from 'vitest';
import { leftoversOf } from '#domain/versions/leftovers';
import type { Nodegroup } from '#ports/eks';
import { aCluster, anUpdate } from '../../builders/a-cluster.ts';
import { aNode } from '../../builders/a-node.ts';
import { aNodegroup } from '../../builders/a-nodegroup.ts';
import { HOP } from '../../builders/healthy-cluster.ts';

const run = { ...HOP, runId: 'run-1' };
const untouched = { cluster: aCluster(), running: [], nodegroups: [aNodegroup()], nodes: [aNode('n')] };

describe('what a run that is given up leaves', () => {
  it('is nothing before the first change', () => {
    expect(leftoversOf(untouched, run)).toEqual([]);
  });

  it('is the control plane, where it is or goes', () => {
    expect(leftoversOf({ ...untouched, running: [anUpdate()] }, run)[0]).toContain('update u-1');
    expect(leftoversOf({ ...untouched, cluster: aCluster({ version: '1.21' }) }, run)[0]).toContain('is at 1.21');
  });

  it('is the new group of this run, not that of another', () => {
    const made = (runId: string) =>
      aNodegroup({ nodegroupName: 'managed-ng-21', tags: { 'eks-upgrade-runbook/run': runId } });
    expect(leftoversOf({ ...untouched, nodegroups: [aNodegroup(), made('run-1')] }, run)[0]).toContain(
      'managed-ng-21 of this run',
    );
    expect(leftoversOf({ ...untouched, nodegroups: [aNodegroup(), made('run-0')] }, run)).toEqual([]);
  });

  it('is the loss of an old group, also while it is being deleted', () => {
    for (const nodegroups of [[], [aNodegroup({ status: 'DELETING' })]])
      expect(leftoversOf({ ...untouched, nodegroups }, run)).toEqual([
        'node group managed-ng-20 is deleted or being deleted: it cannot come back',
      ]);
  });

  describe('is a new group', () => {
    const of = (
      wish: Partial<Nodegroup>,
      old: readonly Nodegroup[],
      nodes = [aNode('new', { group: 'managed-ng-21' })],
    ) =>
      leftoversOf(
        {
          ...untouched,
          nodes,
          nodegroups: [
            ...old,
            aNodegroup({ nodegroupName: 'managed-ng-21', tags: { 'eks-upgrade-runbook/run': 'run-1' }, ...wish }),
          ],
        },
        run,
      )[0];

    it('to keep, without a word of deleting it, once the old one is gone, being deleted or found empty', () => {
      for (const old of [
        [],
        [aNodegroup({ status: 'DELETING' })],
        [aNodegroup({ status: 'DELETE_FAILED' })],
      ] satisfies Nodegroup[][]) {
        expect(of({}, old)).toContain('it carries the pods of managed-ng-20 now: keep it');
        expect(of({}, old)).not.toContain('delete-nodegroup');
      }
    });

    it('to keep also where another run made it and this one only took it over', () => {
      const tags = { 'eks-upgrade-runbook/run': 'run-0', 'eks-upgrade-runbook/replaces': 'managed-ng-20' };
      expect(of({ tags }, [])).toContain('keep it');
    });

    it('to drain before it is deleted while the old one is there', () => {
      expect(of({}, [aNodegroup()])).toContain(
        'drain it before you delete it: aws eks delete-nodegroup --cluster-name ekstest --nodegroup-name managed-ng-21',
      );
    });

    it('to delete at once where it was never made and has no node', () => {
      expect(of({ status: 'CREATE_FAILED' }, [aNodegroup()], [])).toContain(
        'without a node: delete it: aws eks delete-nodegroup --cluster-name ekstest --nodegroup-name managed-ng-21',
      );
      expect(of({ status: 'CREATE_FAILED' }, [aNodegroup()])).toContain('drain it before you delete it');
    });

    it('that goes by itself where somebody deletes it', () => {
      expect(of({ status: 'DELETING' }, [aNodegroup()])).toBe(
        'node group managed-ng-21 of this run is being deleted, not by this run',
      );
    });
  });

  it('is a cordon with the mark of this run', () => {
    const node = aNode('n');
    const marked = {
      ...node,
      metadata: { ...node.metadata, annotations: { 'eks-upgrade-runbook/cordoned-by': 'run-1' } },
    };
    expect(leftoversOf({ ...untouched, nodes: [marked] }, run)[0]).toContain('kubectl uncordon n');
  });

  it('is the cordon of a node whose group is going, without the advice to open it', () => {
    const node = aNode('n');
    const annotations = { 'eks-upgrade-runbook/cordoned-by': 'run-1' };
    const nodes = [{ ...node, metadata: { ...node.metadata, annotations } }];
    const left = (nodegroups: Parameters<typeof leftoversOf>[0]['nodegroups']) =>
      leftoversOf({ ...untouched, nodes, nodegroups }, run);
    expect(left([aNodegroup({ status: 'DELETING' })]).at(-1)).toBe(
      'node n stays cordoned by this run: its node group managed-ng-20 is DELETING',
    );
    expect(left([]).at(-1)).toBe('node n stays cordoned by this run: its node group managed-ng-20 is deleted');
    expect(left([aNodegroup({ status: 'DELETE_FAILED' })])).toEqual([
      expect.stringContaining('aws eks delete-nodegroup --cluster-name ekstest --nodegroup-name managed-ng-20'),
      'node n stays cordoned by this run: its node group managed-ng-20 is DELETE_FAILED',
    ]);
  });
});
