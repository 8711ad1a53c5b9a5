import { describe, expect, it } from 'vitest';
import { nodeGroupHealth as check } from '#domain/preflight/node-group-health';
import { aNodegroup } from '../../builders/a-nodegroup.ts';
import { look } from '../../builders/look.ts';

const health = [{ code: 'AccessDenied', message: 'no role mapping', resourceIds: ['i-1'] }];

describe('node group health', () => {
  it('blocks a degraded group with the words of EKS', () => {
    expect(look(check, { nodegroups: [aNodegroup({ status: 'DEGRADED', health })] })).toMatchObject([
      {
        code: 'NODE_GROUP_UNHEALTHY',
        severity: 'block',
        object: 'managed-ng-20',
        why: 'node group managed-ng-20 is DEGRADED: AccessDenied: no role mapping (i-1)',
      },
    ]);
  });

  it('blocks an active group that has an issue', () => {
    expect(look(check, { nodegroups: [aNodegroup({ health })] })).toHaveLength(1);
  });

  it('lets a group that this run makes be on its way, and no other', () => {
    const nodegroups = [aNodegroup(), aNodegroup({ nodegroupName: 'managed-ng-21', status: 'CREATING' })];
    expect(look(check, { nodegroups })).toEqual([]);
    expect(look(check, { nodegroups }, { rotations: [] })).toHaveLength(1);
  });

  it('blocks when somebody deletes or has deleted a group that is to be replaced', () => {
    expect(look(check, { nodegroups: [aNodegroup({ status: 'DELETING' })] })).toMatchObject([
      {
        code: 'NODE_GROUP_UNHEALTHY',
        object: 'managed-ng-20',
        why: 'node group managed-ng-20 is DELETING',
        whatToDo: expect.stringMatching(/^wait until it is gone: aws eks wait nodegroup-deleted /),
      },
    ]);
    expect(look(check, { nodegroups: [] })).toMatchObject([
      { code: 'NODE_GROUP_GONE', severity: 'block', object: 'managed-ng-20' },
    ]);
  });
});
