import { describe, expect, it } from 'vitest';
import type { PlannedHop } from '#domain/preflight/check';
import type { Facts } from '#domain/preflight/facts';
import { replacementReady as check } from '#domain/preflight/replacement-ready';
import { aNode } from '../../builders/a-node.ts';
import { aNodegroup } from '../../builders/a-nodegroup.ts';
import { aPod, ownedBy } from '../../builders/a-pod.ts';
import { aWorkload } from '../../builders/a-workload.ts';
import { HOP } from '../../builders/healthy-cluster.ts';
import { look } from '../../builders/look.ts';

const NEW = 'managed-ng-21';
const fresh = (name: string) => aNode(name, { group: NEW, kubelet: 'v1.21.5-eks-9017834' });
const madeAt = '2022-06-01T09:00:00Z';
const sizes = (size: number) => ({ minSize: 0, maxSize: 3, desiredSize: size });
const newGroup = (wish: Partial<Facts['nodegroups'][number]> = {}) =>
  aNodegroup({ nodegroupName: NEW, scalingConfig: sizes(2), createdAt: madeAt, ...wish });
const web = aWorkload('Deployment/default/web', { uid: 'uid-web' });
const unplaced = aPod('default/web-9', {
  owner: ownedBy('Deployment', 'web', 'uid-web'),
  unscheduled: '0/2 nodes are available',
});

function judge(changed: Partial<Facts> = {}, hop: Partial<PlannedHop> = {}) {
  const facts = {
    nodegroups: [aNodegroup(), newGroup()],
    nodes: [aNode('old'), fresh('a'), fresh('b')],
    workloads: [web],
    pods: [],
    ...changed,
  };
  const rotations = [{ old: 'managed-ng-20', new: NEW, asked: 2 }];
  return look(check, facts, { ...HOP, rotations, phase: 'delete-old-nodes', ...hop });
}

describe('the replacement of the old nodes', () => {
  it('is ready when the new group is as asked for, its nodes are worthy and the workloads ready', () => {
    expect(judge()).toEqual([]);
  });

  it('is no matter at the start, when there is none', () => {
    expect(judge({ nodegroups: [aNodegroup()] }, { phase: 'all' })).toEqual([]);
  });

  it.each<[string, Partial<Facts>, string]>([
    ['the group is gone', { nodegroups: [aNodegroup()] }, 'EKS does not list it'],
    ['the group is being deleted', { nodegroups: [newGroup({ status: 'DELETING' })] }, 'it is DELETING'],
    [
      'the group has an issue',
      { nodegroups: [newGroup({ health: [{ code: 'AccessDenied', message: 'no role', resourceIds: [] }] })] },
      'AccessDenied: no role',
    ],
    ['somebody made it smaller', { nodegroups: [newGroup({ scalingConfig: sizes(0) })] }, 'set its size to 0'],
    ['its nodes are gone', { nodes: [aNode('old')] }, '0 of 2 nodes can take pods'],
    [
      'a node is not Ready',
      { nodes: [fresh('a'), { ...fresh('b'), status: aNode('b', { kubelet: 'v1.21.5', ready: false }).status }] },
      'b: it is not Ready',
    ],
    [
      'a node is cordoned',
      { nodes: [fresh('a'), { ...fresh('b'), spec: { unschedulable: true } }] },
      'b: it is cordoned',
    ],
    ['a node is at the old version', { nodes: [fresh('a'), aNode('b', { group: NEW })] }, 'b: its kubelet is v1.20'],
  ])('is not when %s, before the drain as before the delete', (_, changed, why) => {
    for (const phase of ['drain', 'delete-old-nodes'] as const)
      expect(judge(changed, { phase })).toMatchObject([
        { code: 'REPLACEMENT_NOT_READY', severity: 'block', object: NEW, why: expect.stringContaining(why) },
      ]);
  });

  it('is brought back while it stands; one that is gone or goes is a reason to begin anew', () => {
    const advice = (nodegroups: Facts['nodegroups']) => judge({ nodegroups })[0]?.whatToDo;
    expect(advice([newGroup({ scalingConfig: sizes(0) })])).toContain('bring it back: aws eks describe-nodegroup');
    for (const nodegroups of [[], [newGroup({ status: 'DELETING' })]])
      expect(advice(nodegroups)).toContain('give the run up (upgrade abort) and begin anew');
  });

  it('is as large as EKS wants it where nobody knows what was asked for', () => {
    expect(judge({ nodes: [fresh('a')] }, { rotations: HOP.rotations })).toMatchObject([
      { why: expect.stringContaining('1 of 2 nodes') },
    ]);
  });
});

describe('the workloads before the delete', () => {
  const broken = aWorkload('Deployment/default/web', { uid: 'uid-web', ready: 1 });

  it('block when one is not ready that was before, but not before the drain', () => {
    expect(judge({ workloads: [broken] })).toMatchObject([
      { code: 'WORKLOAD_WORSE_THAN_BEFORE', object: 'Deployment/default/web', why: expect.stringContaining('1 of 3') },
    ]);
    expect(judge({ workloads: [broken] }, { phase: 'drain' })).toEqual([]);
  });

  it('may be as broken as before the run', () => {
    expect(judge({ workloads: [broken] }, { brokenBefore: ['Deployment/default/web'] })).toEqual([]);
  });

  it('are not judged where more were broken before than a run remembers, but for those that find no node', () => {
    const brokenBefore = Array.from({ length: 200 }, (_, index) => `Deployment/default/broken-${index}`);
    expect(judge({ workloads: [broken] }, { brokenBefore })).toEqual([]);
    expect(judge({ workloads: [broken], pods: [unplaced] }, { brokenBefore })).toHaveLength(1);
  });

  it('block when pods of one find no node, however many are ready', () => {
    expect(judge({ pods: [unplaced] })).toMatchObject([
      { object: 'Deployment/default/web', why: expect.stringContaining('0/2 nodes are available') },
    ]);
  });

  it('do not block for one that came after the new nodes, unless it finds no node', () => {
    const young = { ...broken, metadata: { ...broken.metadata, creationTimestamp: '2022-06-02T00:00:00Z' } };
    const old = { ...broken, metadata: { ...broken.metadata, creationTimestamp: '2022-05-01T00:00:00Z' } };
    expect(judge({ workloads: [young] })).toEqual([]);
    expect(judge({ workloads: [old] })).toHaveLength(1);
    expect(judge({ workloads: [young], pods: [unplaced] })).toHaveLength(1);
  });
});
