import { describe, expect, it } from 'vitest';
import { type Answer, value } from '#ports/answer';
import type { Nodegroup } from '#ports/eks';
import type { Pod } from '#ports/kubernetes';
import { deleteNodeGroup } from '#steps/old-nodes/delete-node-group';
import { watchNodeGroupDeletion } from '#steps/old-nodes/watch-node-group-deletion';
import { RUN } from '../../builders/a-hop.ts';
import { aNodegroup } from '../../builders/a-nodegroup.ts';
import { aPod } from '../../builders/a-pod.ts';
import { aGroupNode } from '../../builders/drain-node-object.ts';
import { answers, aSlice, fakePorts, gone, refused } from '../../builders/fake-ports.ts';

const unchecked = { phase: 'delete-old-nodes', rotations: [], accepted: [], checks: [] } as const;
const input = { ...RUN, ...unchecked, group: 'managed-ng-20' };
const deleting = value(aNodegroup({ status: 'DELETING' }));
type Look = () => Promise<Answer<Nodegroup>>;

describe('deleting the old group', () => {
  async function remove(describeNodegroup: Look, answer: Answer<Nodegroup> = deleting, pods: readonly Pod[] = []) {
    const ports = fakePorts({
      eks: { describeNodegroup, deleteNodegroup: async () => answer },
      kubernetes: {
        listNodes: async () => value([aGroupNode('old-1', { group: 'managed-ng-20', cordoned: true })]),
        listPods: async () => value(pods),
      },
    });
    const result = await deleteNodeGroup.run(input, ports, aSlice());
    return { kind: result.kind, deletes: ports.calls.filter((it) => it === 'eks.deleteNodegroup').length };
  }

  it('asks once', async () => {
    expect(await remove(answers(value(aNodegroup())))).toEqual({ kind: 'done', deletes: 1 });
  });

  it('asks for nothing while a pod is on a node of the group, whatever an earlier proof said', async () => {
    const late = aPod('default/came-back', { node: 'old-1', spec: { tolerations: [{ operator: 'Exists' }] } });
    await expect(remove(answers(value(aNodegroup())), deleting, [late])).rejects.toMatchObject({
      code: 'GroupNotEmpty',
      message: expect.stringContaining('default/came-back on old-1'),
    });
  });

  it('asks for nothing when it is gone or going', async () => {
    expect(await remove(answers<Nodegroup>(gone('node group')))).toEqual({ kind: 'done', deletes: 0 });
    expect(await remove(answers(deleting))).toEqual({ kind: 'done', deletes: 0 });
  });

  it('asks for nothing while the group that takes its place is not ready, whatever an earlier check said', async () => {
    const ports = fakePorts({
      eks: {
        describeNodegroup: answers(value(aNodegroup())),
        listNodegroups: async () => value(['managed-ng-20']),
        deleteNodegroup: async () => deleting,
      },
      kubernetes: {
        listNodes: async () => value([]),
        listPods: async () => value([]),
        listWorkloads: async () => value([]),
      },
    });
    const rotations = [{ old: 'managed-ng-20', new: 'managed-ng-21' }];
    const checked = { ...input, rotations, checks: ['replacement-ready'] };
    const late = aSlice({ troubledSince: () => ports.time.now() - 10 * 60_000 });
    await expect(deleteNodeGroup.run(checked, ports, late)).rejects.toMatchObject({
      code: 'ChecksBlock',
      message: expect.stringContaining('REPLACEMENT_NOT_READY managed-ng-21'),
    });
    expect(ports.calls).not.toContain('eks.deleteNodegroup');
  });

  it('looks before it asks again when the answer was lost', async () => {
    const lost = { kind: 'unknown', code: 'ECONNRESET', message: 'socket hang up' } as const;
    expect(await remove(answers(value(aNodegroup()), deleting), lost)).toEqual({ kind: 'done', deletes: 1 });
  });

  it('does nothing on an answer that cannot be parsed', async () => {
    expect(await remove(answers<Nodegroup>({ kind: 'unknown', code: 'Unparsable', message: '<html>' }))).toEqual({
      kind: 'again',
      deletes: 0,
    });
  });
});

describe('watching the deletion', () => {
  const watch = (look: Look, listed: readonly string[] = []) => {
    const ports = fakePorts({ eks: { describeNodegroup: look, listNodegroups: async () => value(listed) } });
    return watchNodeGroupDeletion.run(input, ports, aSlice());
  };

  it('ends when EKS no longer knows the group, by its own words and in its list', async () => {
    expect((await watch(answers<Nodegroup>(deleting, gone('node group')))).kind).toBe('done');
  });

  it('does not take a 404 of somebody else, or one that the list contradicts, for gone', async () => {
    await expect(watch(answers<Nodegroup>(refused(404, '', 'page not found')))).rejects.toMatchObject({
      code: 'Refused',
    });
    expect((await watch(answers<Nodegroup>(gone('node group')), ['managed-ng-20'])).kind).toBe('again');
    expect((await watch(answers<Nodegroup>({ kind: 'unknown', code: 'Unparsable', message: '404' }))).kind).toBe(
      'again',
    );
  });

  it('waits while EKS is at it, with the issues it has meanwhile, or kept from an attempt before', async () => {
    const health = [{ code: 'Ec2SecurityGroupDeletionFailure', message: 'in use', resourceIds: ['sg-1'] }];
    expect(await watch(answers(value(aNodegroup({ status: 'DELETING', health }))))).toMatchObject({
      kind: 'again',
      waitingFor: { what: expect.stringContaining('Ec2SecurityGroupDeletionFailure: in use') },
    });
  });

  it.each([aNodegroup({ status: 'DELETE_FAILED' }), aNodegroup()])(
    'fails when it cannot come to an end ($status)',
    async (group) => {
      await expect(watch(answers(value(group)))).rejects.toMatchObject({
        code: 'NodeGroupNotDeleted',
        message: expect.stringContaining(group.status),
      });
    },
  );
});
