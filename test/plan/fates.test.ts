import { expect, test } from 'vitest';
import { nodeFates } from '#plan/node-fates';
import type { World } from '#plan/trace';
import { workloadFates } from '#plan/workload-fates';
import type { Workload } from '#ports/kubernetes';
import { aNode, aPod } from '../builders/scripted-walk.ts';

const set = { kind: 'StatefulSet', name: 'db' };
const before: World = { nodes: [aNode('old', 'blue', 'a')], pods: [aPod('db-0', 'old', set)], workloads: [] };
const fatesAfter = (after: Partial<World>) => workloadFates(before, { ...before, ...after });

test('a workload whose pods are all still there stays', () => {
  expect(fatesAfter({})).toMatchObject([{ workload: 'StatefulSet/default/db', fate: 'stays', moved: 0 }]);
});

test('a pod that nothing recreates is lost', () => {
  const lonely: World = { ...before, pods: [aPod('lonely', 'old', null)] };
  expect(workloadFates(lonely, { ...lonely, pods: [] })).toMatchObject([
    { workload: 'Pod/default/lonely', fate: 'lost', zonesAfter: {} },
  ]);
});

test('a workload with fewer ready pods than before is not back, and says what is not scheduled', () => {
  const { nodeName: _, ...spec } = aPod('db-0', 'new', set).spec;
  const pending = { ...aPod('db-0', 'new', set), spec, status: { phase: 'Pending' as const } };
  expect(fatesAfter({ pods: [pending] })).toMatchObject([
    { fate: 'not-back', zonesBefore: { a: 1 }, zonesAfter: { 'not scheduled': 1 } },
  ]);
});

test('pods of a Deployment are told under its name, not under that of its ReplicaSet', () => {
  const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'web', controller: true };
  const replicas = {
    kind: 'ReplicaSet',
    metadata: { ...aNode('web-1', '', '').metadata, uid: 'rs', ownerReferences: [owner] },
  } as unknown as Workload;
  const world: World = {
    ...before,
    pods: [aPod('web-1-x', 'old', { kind: 'ReplicaSet', name: 'web-1', uid: 'rs' })],
    workloads: [replicas],
  };
  expect(workloadFates(world, world).map(({ workload }) => workload)).toEqual(['Deployment/default/web']);
});

test('pods of a DaemonSet and mirror pods belong to their node and are not counted as moved', () => {
  const bound = [
    aPod('proxy', 'old', { kind: 'DaemonSet', name: 'proxy' }),
    aPod('static', 'old', { kind: 'Node', name: 'old' }),
  ];
  const world: World = { ...before, pods: [...before.pods, ...bound] };
  expect(nodeFates(world, { ...world, nodes: [], pods: [] })).toMatchObject([
    { node: 'old', fate: 'removed', podsMoved: 1 },
  ]);
  expect(workloadFates(world, { ...world, pods: [] }).map(({ workload }) => workload)).toEqual([
    'StatefulSet/default/db',
  ]);
});

test('a node that is left cordoned is told apart from one that just stays', () => {
  const cordoned = { ...aNode('old', 'blue', 'a'), spec: { unschedulable: true } };
  expect(nodeFates(before, { ...before, nodes: [cordoned] })).toMatchObject([{ fate: 'stays-unschedulable' }]);
  expect(nodeFates(before, before)).toMatchObject([{ fate: 'stays' }]);
});
