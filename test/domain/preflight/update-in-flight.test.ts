import { describe, expect, it } from 'vitest';
import { updateInFlight as check } from '#domain/preflight/update-in-flight';
import { aCluster, anUpdate } from '../../builders/a-cluster.ts';
import { look } from '../../builders/look.ts';

describe('an update in flight', () => {
  it('to the wanted version will be adopted', () => {
    expect(look(check, { updates: [{ nodegroup: null, update: anUpdate() }] })).toMatchObject([
      { code: 'UPDATE_ADOPTED', severity: 'info' },
    ]);
  });

  it('of another kind blocks by its id', () => {
    const update = anUpdate({ id: 'u-9', type: 'LoggingUpdate', params: [] });
    expect(look(check, { updates: [{ nodegroup: null, update }] })).toMatchObject([
      {
        code: 'UPDATE_IN_FLIGHT',
        severity: 'block',
        object: 'ekstest',
        why: expect.stringContaining('u-9 (LoggingUpdate)'),
      },
    ]);
  });

  it('of a node group blocks under the name of the group', () => {
    expect(look(check, { updates: [{ nodegroup: 'managed-ng-20', update: anUpdate() }] })).toMatchObject([
      {
        code: 'UPDATE_IN_FLIGHT',
        object: 'managed-ng-20',
        whatToDo: expect.stringContaining('--nodegroup-name managed-ng-20'),
      },
    ]);
  });

  it('that freezes a group for this run is ours; one to other sizes is not', () => {
    const params = ['MinSize', 'MaxSize', 'DesiredSize'].map((type) => ({ type, value: '3' }));
    const update = anUpdate({ type: 'ConfigUpdate', params });
    const resize = (size: number) => ({
      clusterName: 'ekstest',
      nodegroupName: 'managed-ng-20',
      scalingConfig: { minSize: size, maxSize: size, desiredSize: size },
    });
    const updates = [{ nodegroup: 'managed-ng-20', update }];
    expect(look(check, { updates }, { resize: resize(3) })).toEqual([]);
    expect(look(check, { updates }, { resize: resize(4) })).toMatchObject([{ code: 'UPDATE_IN_FLIGHT' }]);
  });

  it('is looked for before every phase that changes nodes', () => {
    expect(check.guards).toEqual(['control-plane', 'new-nodes', 'drain', 'delete-old-nodes']);
  });

  it('that EKS does not name blocks by the status, unless the cluster has arrived', () => {
    expect(look(check, { cluster: aCluster({ status: 'UPDATING' }) })).toMatchObject([
      { code: 'UPDATE_IN_FLIGHT', object: 'ekstest' },
    ]);
    expect(look(check, { cluster: aCluster({ status: 'UPDATING', version: '1.21' }) })).toEqual([]);
  });
});
