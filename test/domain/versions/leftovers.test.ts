import { describe, expect, it } from 'vitest';
import { leftoversOf } from '#domain/versions/leftovers';
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

  it('is a cordon with the mark of this run', () => {
    const node = aNode('n');
    const marked = {
      ...node,
      metadata: { ...node.metadata, annotations: { 'eks-upgrade-runbook/cordoned-by': 'run-1' } },
    };
    expect(leftoversOf({ ...untouched, nodes: [marked] }, run)[0]).toContain('kubectl uncordon n');
  });
});
