import { describe, expect, it } from 'vitest';
import type { NodeAffinity, PodSpec } from '#domain/kubernetes/pod';
import type { Facts } from '#domain/preflight/facts';
import { podsCanMove as check } from '#domain/preflight/pods-can-move';
import { aNode } from '../../builders/a-node.ts';
import { aNodegroup } from '../../builders/a-nodegroup.ts';
import { aPod, ownedBy } from '../../builders/a-pod.ts';
import { webDeployment } from '../../builders/a-workload.ts';
import { look } from '../../builders/look.ts';

const HOSTNAME = 'kubernetes.io/hostname';
const IMAGE = 'eks.amazonaws.com/nodegroup-image';
const NODEGROUP = 'eks.amazonaws.com/nodegroup';
const old = (name: string, labels: Record<string, string> = {}) =>
  aNode(name, { labels: { [HOSTNAME]: name, [IMAGE]: 'ami-1', team: 'web', 'from/template': 'yes', ...labels } });

const affinity = (key: string, operator: 'In' | 'NotIn' | 'Exists', ...values: string[]): Partial<PodSpec> => {
  const matchExpressions = [{ key, operator, ...(values.length > 0 && { values }) }];
  const nodeAffinity: NodeAffinity = {
    requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions }] },
  };
  return { affinity: { nodeAffinity } };
};
const selector = (key: string, value: string): Partial<PodSpec> => ({ nodeSelector: { [key]: value } });

/** Deployment `default/web` with a pod on each of two old nodes. */
function judge(podSpec: Partial<PodSpec> = {}, changed: Partial<Facts> = {}, hop: Parameters<typeof look>[2] = {}) {
  const facts = {
    nodes: [old('old-1'), old('old-2', { 'by/hand': 'yes' })],
    workloads: webDeployment({ podSpec }),
    pods: ['old-1', 'old-2'].map((node) => aPod(`default/web-on-${node}`, { node, spec: podSpec })),
    ...changed,
  };
  return look(check, facts, hop).map(({ code, object }) => `${code} ${object}`);
}
const BOUND = ['POD_BOUND_TO_OLD_NODES Deployment/default/web'];

describe('pods that are evicted', () => {
  it('can move from a healthy cluster', () => {
    expect(look(check, {})).toEqual([]);
    expect(judge()).toEqual([]);
  });

  it.each([
    ['selects the name of the old group', selector(NODEGROUP, 'managed-ng-20')],
    ['has an affinity for the name of the old group', affinity(NODEGROUP, 'In', 'managed-ng-20', 'other')],
    ['selects a node by its host name', selector(HOSTNAME, 'old-1')],
    ['has an affinity for a node by its host name', affinity(HOSTNAME, 'In', 'old-1')],
    ['selects the image of the old nodes', selector(IMAGE, 'ami-1')],
    ['selects a label that was put on one node by hand', selector('by/hand', 'yes')],
    ['selects a label that no node has', selector('gone', 'yes')],
  ])('cannot where their workload %s: it blocks once', (_, podSpec) => {
    expect(judge(podSpec)).toEqual(BOUND);
  });

  it.each([
    ['a label of the node group', selector('team', 'web')],
    ['a label that the launch template gives to all nodes', selector('from/template', 'yes')],
    ['the zone', selector('topology.kubernetes.io/zone', 'ap-northeast-1a')],
    ['the name of the new group', selector(NODEGROUP, 'managed-ng-21')],
    ['the old or the new group', affinity(NODEGROUP, 'In', 'managed-ng-20', 'managed-ng-21')],
    ['any managed group', affinity(NODEGROUP, 'Exists')],
    ['any node but one', affinity(HOSTNAME, 'NotIn', 'old-1')],
  ])('can where their workload wants %s', (_, podSpec) => {
    expect(judge(podSpec)).toEqual([]);
  });

  it('can go to a node that stays', () => {
    const staying = aNode('other-1', { group: 'other', labels: { gone: 'yes' } });
    expect(judge(selector('gone', 'yes'), { nodes: [old('old-1'), old('old-2'), staying] })).toEqual([]);
  });

  it('are judged by the labels of the new group where it is there already', () => {
    const groups = [aNodegroup(), aNodegroup({ nodegroupName: 'managed-ng-21', labels: { team: 'shop' } })];
    expect(judge(selector('team', 'web'), { nodegroups: groups })).toEqual(BOUND);
    expect(judge(selector('team', 'shop'), { nodegroups: groups })).toEqual([]);
  });

  it('follow the template of today, not the pod of yesterday', () => {
    const podSpec = selector(NODEGROUP, 'managed-ng-20');
    expect(judge(podSpec, { workloads: webDeployment() })).toEqual([]);
    expect(judge({}, { workloads: webDeployment({ podSpec }) })).toEqual(BOUND);
  });

  it('are named by their controller where that is of a kind that nobody reads', () => {
    const owner = ownedBy('Job', 'night', 'uid-night', 'batch/v1');
    const pods = [aPod('default/night-1', { owner, spec: selector(HOSTNAME, 'old-1') })];
    expect(judge({}, { pods })).toEqual(['POD_BOUND_TO_OLD_NODES Job/default/night']);
  });

  it('do not matter when they have ended, belong to a DaemonSet or are on nodes that stay', () => {
    const spec = selector(HOSTNAME, 'old-1');
    const nodes = [old('old-1'), aNode('other-1', { group: 'other' })];
    const agent = {
      ...webDeployment()[0],
      kind: 'DaemonSet',
      metadata: { ...webDeployment()[0]?.metadata, uid: 'ds' },
    };
    const pods = [
      aPod('default/ended', { spec, phase: 'Succeeded' }),
      aPod('default/agent', { spec, owner: ownedBy('DaemonSet', 'agent', 'ds') }),
      aPod('default/elsewhere', { node: 'other-1', spec }),
      aPod('default/bare', { node: 'other-1', owner: null }),
    ];
    const workloads = [...webDeployment({ podSpec: spec }), agent as Facts['workloads'][number]];
    expect(judge({}, { nodes, pods, workloads })).toEqual([]);
  });

  it('are told with what binds them and what to change', () => {
    const podSpec = { ...selector(NODEGROUP, 'managed-ng-20'), ...affinity(HOSTNAME, 'In', 'old-1', 'old-2') };
    const pods = [aPod('default/web-1', { spec: podSpec })];
    expect(look(check, { nodes: [old('old-1')], workloads: webDeployment({ podSpec }), pods })).toMatchObject([
      {
        severity: 'block',
        why: expect.stringContaining(
          'its node selector (eks.amazonaws.com/nodegroup=managed-ng-20) and required node affinity (kubernetes.io/hostname In old-1, old-2)',
        ),
        whatToDo: expect.stringContaining('kubectl edit deployment web -n default'),
      },
    ]);
  });
});

describe('pods that the drain would not evict unasked', () => {
  const bare = aPod('default/tool', { owner: null });

  it('block by name, with the words of the drain and without an offer to accept them', () => {
    expect(look(check, { nodes: [old('old-1')], pods: [bare] })).toEqual([
      {
        code: 'POD_NOT_EVICTABLE',
        severity: 'block',
        object: 'default/tool',
        why: 'the drain of node old-1 would stop at pod default/tool: it has no controller: nobody brings it back [BARE_POD]',
        whatToDo: 'move it to a node that stays, or delete it: kubectl delete pod tool -n default',
      },
    ]);
  });

  it('are also those of a DaemonSet that does not exist any more', () => {
    const pods = [aPod('default/agent-1', { owner: ownedBy('DaemonSet', 'agent', 'uid-gone') })];
    expect(judge({}, { pods })).toEqual(['POD_NOT_EVICTABLE default/agent-1']);
  });

  it('are not those that came in spite of the cordon, which may stay', () => {
    const closed = old('old-1');
    const annotations = { 'eks-upgrade-runbook/cordoned-at': '2022-03-05T00:00:00Z' };
    const nodes = [{ ...closed, metadata: { ...closed.metadata, annotations } }];
    const spec = { tolerations: [{ operator: 'Exists' as const }] };
    const back = aPod('default/tool', { owner: null, spec, created: '2022-03-05T00:01:00Z' });
    expect(judge({}, { nodes, pods: [back] })).toEqual([]);
    expect(judge({}, { nodes, pods: [bare] })).toEqual(['POD_NOT_EVICTABLE default/tool']);
  });
});
