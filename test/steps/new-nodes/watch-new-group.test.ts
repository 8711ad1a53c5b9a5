import { describe, expect, it } from 'vitest';
import { type Answer, value } from '#ports/answer';
import type { Nodegroup } from '#ports/eks';
import type { Live, Node } from '#ports/kubernetes';
import { designNodeGroup } from '#steps/new-nodes/design-node-group';
import { watchNewNodes } from '#steps/new-nodes/watch-new-nodes';
import { watchNodeGroup } from '#steps/new-nodes/watch-node-group';
import { RUN } from '../../builders/a-hop.ts';
import { aNode } from '../../builders/a-node.ts';
import { aNodegroup } from '../../builders/a-nodegroup.ts';
import { answers, aSlice, fakePorts, gone } from '../../builders/fake-ports.ts';

const input = { ...RUN, group: 'managed-ng-21' };
const fresh = (name: string, kubelet = 'v1.21.5-eks-9017834') => aNode(name, { group: 'managed-ng-21', kubelet });

describe('designing the new group', () => {
  it('tells the operator what differs', async () => {
    const ports = fakePorts({ eks: { describeNodegroup: async () => value(aNodegroup()) } });
    const result = await designNodeGroup.run({ ...RUN, old: 'managed-ng-20', new: 'managed-ng-21' }, ports, aSlice());
    expect(result).toMatchObject({
      kind: 'done',
      output: { request: { nodegroupName: 'managed-ng-21', version: '1.21' } },
    });
    expect(ports.messages).toMatchObject([{ code: 'node-group-designed', data: { group: 'managed-ng-21' } }]);
  });
});

describe('designing after a group that somebody changes', () => {
  const design = (answer: Answer<Nodegroup>, nodes: readonly Node[] = []) => {
    const ports = fakePorts({
      eks: { describeNodegroup: async () => answer },
      kubernetes: { listNodes: async () => value(nodes) },
    });
    return designNodeGroup.run({ ...RUN, old: 'managed-ng-20', new: 'managed-ng-21' }, ports, aSlice());
  };
  const shrinking = value(aNodegroup({ scalingConfig: { minSize: 0, maxSize: 3, desiredSize: 0 } }));

  it('fails with the way on when it is gone or going', async () => {
    const going = value(aNodegroup({ status: 'DELETING' }));
    for (const answer of [gone('node group'), going])
      await expect(design(answer)).rejects.toMatchObject({
        code: 'NodeGroupGone',
        hint: expect.stringContaining('upgrade abort'),
      });
  });

  it('asks for one node at least while the old group has any', async () => {
    const sizes = (desiredSize: number) => ({ output: { request: { scalingConfig: { desiredSize } } } });
    expect(await design(shrinking, [aNode('n')])).toMatchObject(sizes(1));
    expect(await design(shrinking)).toMatchObject(sizes(0));
  });
});

describe('watching the new group', () => {
  const watch = (look: () => Promise<Answer<Nodegroup>>, slice = aSlice()) =>
    watchNodeGroup.run(input, fakePorts({ eks: { describeNodegroup: look } }), slice);
  const creating = value(aNodegroup({ status: 'CREATING' }));

  it('ends when it is ACTIVE', async () => {
    expect((await watch(answers(creating, value(aNodegroup())))).kind).toBe('done');
  });

  it('waits while it is being created, also before EKS shows it', async () => {
    expect((await watch(answers(creating))).kind).toBe('again');
    expect((await watch(answers<Nodegroup>(gone('node group')))).kind).toBe('again');
  });

  it('fails on a health issue with its words, and on CREATE_FAILED', async () => {
    const health = [{ code: 'AsgInstanceLaunchFailures', message: 'no capacity', resourceIds: ['asg-1'] }];
    await expect(watch(answers(value(aNodegroup({ status: 'CREATING', health }))))).rejects.toMatchObject({
      code: 'NodeGroupFailed',
      message: expect.stringContaining('AsgInstanceLaunchFailures: no capacity (asg-1)'),
    });
    await expect(watch(answers(value(aNodegroup({ status: 'CREATE_FAILED' }))))).rejects.toMatchObject({
      code: 'NodeGroupFailed',
    });
  });

  it('fails when the group stays unknown', async () => {
    const late = aSlice({ scheduledAt: aSlice().scheduledAt - 180_000 });
    await expect(watch(answers<Nodegroup>(gone('node group')), late)).rejects.toMatchObject({
      code: 'NotFound',
    });
  });
});

describe('watching the new nodes', () => {
  function watch(...seen: readonly (readonly Node[])[]) {
    return watchAsked(undefined, ...seen);
  }

  function watchAsked(asked: number | undefined, ...seen: readonly (readonly Node[])[]) {
    let at = 0;
    const live: Live = {
      nodes: () => seen[Math.min(at++, seen.length - 1)] ?? [],
      pods: () => [],
      budgets: () => [],
      workloads: () => [],
    };
    const group = aNodegroup({
      nodegroupName: 'managed-ng-21',
      scalingConfig: { minSize: 2, maxSize: 2, desiredSize: 2 },
    });
    const ports = fakePorts({
      eks: { describeNodegroup: async () => value(group) },
      kubernetes: { live: async () => value(live) },
    });
    return { ports, result: watchNewNodes.run({ ...input, ...(asked !== undefined && { asked }) }, ports, aSlice()) };
  }

  it('ends when as many are worthy as the group wants, and says each once', async () => {
    const { ports, result } = watch([fresh('x')], [fresh('x'), fresh('y')]);
    expect(await result).toEqual({ kind: 'done', output: { nodes: 2 } });
    expect(ports.messages.map(({ data }) => data)).toEqual([
      { node: 'x', zone: 'ap-northeast-1a', kubelet: 'v1.21.5-eks-9017834' },
      { node: 'y', zone: 'ap-northeast-1a', kubelet: 'v1.21.5-eks-9017834' },
    ]);
  });

  it('waits with the reason of each node that is not worthy yet, and says nothing', async () => {
    const { ports, result } = watch([fresh('x'), fresh('y', 'v1.20.11')]);
    expect(await result).toMatchObject({
      kind: 'again',
      waitingFor: { what: expect.stringContaining('1 of 2; y: its kubelet is v1.20.11') },
    });
    expect(ports.messages).toEqual([]);
  });

  it('fails when somebody made the group smaller than this run asked for, however many nodes are worthy', async () => {
    await expect(watchAsked(3, [fresh('x'), fresh('y')]).result).rejects.toMatchObject({
      code: 'NodeGroupShrunk',
      hint: expect.stringContaining('desiredSize=3'),
    });
    expect((await watchAsked(2, [fresh('x'), fresh('y')]).result).kind).toBe('done');
  });

  it('does not count nodes of other groups', async () => {
    expect((await watch([fresh('x'), aNode('old', { kubelet: 'v1.21.5' })]).result).kind).toBe('again');
  });
});
