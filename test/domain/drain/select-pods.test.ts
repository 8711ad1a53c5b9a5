import { describe, expect, it, test } from 'vitest';
import { byUid } from '#domain/drain/budget';
import { DRAIN_OPTIONS, formatBlocked, mustGo, selectPods } from '#domain/drain/select-pods';
import { aPod, ownedBy } from '../../builders/a-pod.ts';
import { aWorkload } from '../../builders/a-workload.ts';

const CORDONED = Date.parse('2022-06-01T09:00:00Z');
const AFTER = '2022-06-01T09:30:00Z';
const agent = ownedBy('DaemonSet', 'agent', 'uid-agent');
const facts = { cordonedAt: CORDONED, workloads: byUid([aWorkload('DaemonSet/logging/agent')]) };
const emptyDir = { volumes: [{ name: 'cache', emptyDir: {} }] };
const everything = { tolerations: [{ operator: 'Exists' as const }] };
const kindOf = (pod: Parameters<typeof selectPods>[0][number], options = DRAIN_OPTIONS) =>
  selectPods([pod], facts, options)[0]?.kind;

test.each([
  ['evict', aPod('default/goes-with-its-replicaset')],
  ['evict', aPod('default/goes-with-its-emptydir', { spec: emptyDir })],
  ['evict', aPod('default/goes-as-it-is-finished', { owner: null, phase: 'Succeeded', spec: emptyDir })],
  ['evict', aPod('logging/goes-as-a-failed-agent', { owner: agent, phase: 'Failed' })],
  [
    'evict',
    aPod('default/goes-as-its-daemonset-is-foreign', {
      owner: ownedBy('DaemonSet', 'x', 'x', 'apps.kruise.io/v1alpha1'),
    }),
  ],
  ['evict', aPod('default/goes-as-it-was-there-before-the-cordon', { spec: everything })],
  ['evict', aPod('default/goes-as-it-does-not-tolerate-the-cordon', { created: AFTER })],
  ['evict', aPod('default/is-on-its-way', { owner: null, deletionTimestamp: AFTER })],
  ['stay', aPod('logging/stays-with-its-daemonset', { owner: agent })],
  [
    'stay',
    aPod('kube-system/stays-as-a-static-pod', { owner: null, annotations: { 'kubernetes.io/config.mirror': 'x' } }),
  ],
  ['stay', aPod('default/stays-as-it-came-back', { created: AFTER, spec: everything })],
  ['blocked', aPod('default/blocked-without-controller', { owner: null })],
  ['blocked', aPod('logging/blocked-as-an-orphan', { owner: ownedBy('DaemonSet', 'agent', 'uid-of-before') })],
])('%s: %o', (kind, pod) => {
  expect(kindOf(pod)).toBe(kind);
});

describe('a pod that nobody may evict unasked', () => {
  it('is reported with all its findings at once', () => {
    const bare = aPod('default/tool', { owner: null, spec: emptyDir });
    const verdicts = selectPods([bare], facts, { ...DRAIN_OPTIONS, deleteEmptyDirData: false });
    expect(formatBlocked(verdicts)).toEqual([
      'default/tool: the data in its emptyDir cache is lost [LOCAL_DATA]; it has no controller: nobody brings it back [BARE_POD]',
    ]);
  });

  it('may go by force', () => {
    expect(kindOf(aPod('default/tool', { owner: null }), { ...DRAIN_OPTIONS, force: true })).toBe('evict');
  });

  it('is a DaemonSet pod when these are not to be ignored', () => {
    expect(kindOf(aPod('logging/agent', { owner: agent }), { ...DRAIN_OPTIONS, ignoreDaemonSets: false })).toBe(
      'blocked',
    );
  });
});

it('believes the owner reference of a DaemonSet pod when workloads cannot be listed', () => {
  const pod = aPod('logging/agent', { owner: ownedBy('DaemonSet', 'agent', 'uid-unknown') });
  expect(mustGo(selectPods([pod], { ...facts, workloads: null }))).toEqual([]);
});

it('leaves a pod whose template names the node, as no cordon keeps it away', () => {
  const workloads = byUid([aWorkload('StatefulSet/default/pinned', { podSpec: { nodeName: 'old-1' } })]);
  const pod = aPod('default/pinned-0', { owner: ownedBy('StatefulSet', 'pinned', 'uid-pinned'), created: AFTER });
  expect(selectPods([pod], { cordonedAt: CORDONED, workloads })[0]).toMatchObject({ kind: 'stay', reason: 'returned' });
});
