import { describe, expect, it } from 'vitest';
import { value } from '#ports/answer';
import type { Nodegroup } from '#ports/eks';
import { chooseNode } from '#steps/drain/choose-node';
import { cordonNodes } from '#steps/drain/cordon-nodes';
import { aNodegroup } from '../../builders/a-nodegroup.ts';
import { aPod, ownedBy } from '../../builders/a-pod.ts';
import { aWorkload, webDeployment } from '../../builders/a-workload.ts';
import { EVICTION, refused } from '../../builders/drain-answers.ts';
import { aCordonedNode, aGroupNode } from '../../builders/drain-node-object.ts';
import { type DrainWorld, drainWorld } from '../../builders/drain-world.ts';

const input = { runId: 'run-1', cluster: 'ekstest', from: '1.20', to: '1.21', group: 'old' };
const cordon = (world: DrainWorld) => cordonNodes.run(input, world.ports, world.slice());
const sizes = { minSize: 3, maxSize: 3, desiredSize: 3 };
const choose = (world: DrainWorld, wish: Partial<Nodegroup> = {}) => {
  const group = aNodegroup({ nodegroupName: 'old', scalingConfig: sizes, ...wish });
  Object.assign(world.ports.eks, { describeNodegroup: async () => value(group), listUpdates: async () => value([]) });
  return chooseNode.run({ ...input, frozenAt: 3 }, world.ports, world.slice());
};

describe('cordoning a group', () => {
  it('closes all its nodes and no other, and does nothing when repeated', async () => {
    const world = drainWorld({
      nodes: [aGroupNode('old-1'), aGroupNode('old-2'), aGroupNode('new-1', { group: 'new' })],
    });
    expect(await cordon(world)).toEqual({ kind: 'done', output: { nodes: 2 } });
    await cordon(world);
    expect(world.requests.filter((it) => it.startsWith('patch'))).toEqual(['patch old-1', 'patch old-2']);
    expect(world.nodes.map((it) => it.spec.unschedulable)).toEqual([true, true, undefined]);
  });

  it('leaves a node that somebody else closed closed by them, and notes only that it was found so', async () => {
    const world = drainWorld({ nodes: [aGroupNode('old-1', { cordoned: true })] });
    await cordon(world);
    expect(world.requests).toEqual(['list nodes', 'patch old-1']);
    expect(world.nodes[0]?.metadata.annotations).toMatchObject({ 'eks-upgrade-runbook/found-cordoned-by': 'run-1' });
    expect(world.nodes[0]?.metadata.annotations).not.toHaveProperty('eks-upgrade-runbook/cordoned-by');
    expect(world.messages).toEqual([{ code: 'node-cordoned', data: { node: 'old-1', already: true } }]);
  });

  it('reads again and decides again when the node was changed meanwhile', async () => {
    const world = drainWorld({ nodes: [aGroupNode('old-1')] });
    world.script.set('old-1', [EVICTION.conflict]);
    await cordon(world);
    expect(world.requests).toEqual(['list nodes', 'patch old-1', 'get old-1', 'patch old-1']);
  });

  it('gives up after a bounded number of conflicts', async () => {
    const world = drainWorld({ nodes: [aGroupNode('old-1')] });
    world.script.set(
      'old-1',
      Array.from({ length: 99 }, () => EVICTION.conflict),
    );
    await expect(cordon(world)).rejects.toMatchObject({ code: 'CordonFailed' });
  });

  it('does not believe a patch that was accepted but had no effect', async () => {
    const world = drainWorld({ nodes: [aGroupNode('old-1')] });
    world.script.set(
      'old-1',
      Array.from({ length: 99 }, () => ({ kind: 'value', value: aGroupNode('old-1') }) as never),
    );
    await expect(cordon(world)).rejects.toMatchObject({ message: expect.stringContaining('schedulable still') });
  });

  it('stops at a refusal', async () => {
    const world = drainWorld({ nodes: [aGroupNode('old-1'), aGroupNode('old-2')] });
    world.script.set('old-1', [refused(403, 'Forbidden', 'cannot patch resource "nodes"')]);
    await expect(cordon(world)).rejects.toMatchObject({
      code: 'Forbidden',
      message: expect.stringContaining('cordon node old-1'),
    });
    expect(world.nodes.every((it) => !it.spec.unschedulable)).toBe(true);
  });
});

describe('choosing a node', () => {
  const agent = aPod('logging/agent', { node: 'a-empty', owner: ownedBy('DaemonSet', 'agent', 'uid-agent') });
  const workloads = [...webDeployment(), aWorkload('DaemonSet/logging/agent')];
  const nodes = [
    aCordonedNode('a-empty'),
    aCordonedNode('b'),
    aCordonedNode('c-oldest', { created: '2021-01-01T00:00:00Z' }),
  ];

  it('takes the oldest that still has pods that have to go', async () => {
    const world = drainWorld({
      nodes,
      workloads,
      pods: [agent, aPod('default/web-0', { node: 'b' }), aPod('default/web-1', { node: 'c-oldest' })],
    });
    expect(await choose(world)).toEqual({ kind: 'done', output: { node: 'c-oldest' } });
    world.pods.pop();
    expect(await choose(world)).toEqual({ kind: 'done', output: { node: 'b' } });
  });

  it('takes none when only pods that may stay are left', async () => {
    expect(await choose(drainWorld({ nodes, workloads, pods: [agent] }))).toEqual({
      kind: 'done',
      output: { node: null },
    });
  });

  it.each([
    ['gave it another size', { scalingConfig: { minSize: 0, maxSize: 1, desiredSize: 0 } }, 'NodeGroupChanged'],
    ['updates it', { status: 'UPDATING' }, 'NodeGroupChanged'],
    ['deletes it', { status: 'DELETING' }, 'NodeGroupGone'],
  ] as const)('goes no further when somebody else %s', async (_, wish, code) => {
    await expect(choose(drainWorld({ nodes, workloads, pods: [] }), wish)).rejects.toMatchObject({ code });
  });

  it('closes nodes that joined the group first', async () => {
    const world = drainWorld({
      nodes: [...nodes, aGroupNode('joined')],
      workloads,
      pods: [aPod('default/web-0', { node: 'joined' })],
    });
    expect(await choose(world)).toEqual({ kind: 'done', output: { node: 'joined' } });
    expect(world.requests).toEqual(['patch joined']);
  });

  it('does not choose a node for ever because of a pod that comes back to it', async () => {
    const returned = aPod('default/web-0', {
      node: 'b',
      created: '2022-06-01T10:00:00Z',
      spec: { tolerations: [{ operator: 'Exists' }] },
    });
    expect(await choose(drainWorld({ nodes, workloads, pods: [returned] }))).toEqual({
      kind: 'done',
      output: { node: null },
    });
  });
});
