import { describe, expect, it } from 'vitest';
import { decideWorth, type Measure } from '#domain/nodes/worthy';
import { aDaemonSet, aDaemonSetPod } from '../../builders/a-daemon-set.ts';
import { aNode } from '../../builders/a-node.ts';

const proxy = aDaemonSet('kube-proxy');
const fresh = { group: 'managed-ng-21', kubelet: 'v1.21.5-eks-9017834' };
const healthy: Measure = {
  to: '1.21',
  groupTaints: [],
  workloads: [proxy],
  pods: [aDaemonSetPod(proxy, 'n')],
  siblings: [aNode('old')],
};
const why = (wish: Parameters<typeof aNode>[1], changed: Partial<Measure> = {}) => {
  const worth = decideWorth(aNode('n', { ...fresh, ...wish }), { ...healthy, ...changed });
  return worth.kind === 'worthy' ? 'worthy' : worth.why;
};

describe('a new node', () => {
  it('is worthy at the target, Ready, with its DaemonSets', () => {
    expect(why({})).toBe('worthy');
  });

  it('is not while its kubelet is at the old version', () => {
    expect(why({ kubelet: 'v1.20.11' })).toBe('its kubelet is v1.20.11, not 1.21');
  });

  it('is not while it is not Ready', () => {
    expect(why({ ready: false })).toBe('it is not Ready: kubelet stopped');
  });

  it('is not while a start-up taint is on it', () => {
    const taints = [{ key: 'ebs.csi.aws.com/agent-not-ready', effect: 'NoExecute' }] as const;
    expect(why({ taints })).toContain('ebs.csi.aws.com/agent-not-ready');
  });

  it('may have the taints of its group, and DaemonSets that do not tolerate them are not expected', () => {
    const taints = [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }] as const;
    const groupTaints = [{ key: 'gpu', value: 'yes', effect: 'NO_SCHEDULE' }] as const;
    expect(why({ taints }, { groupTaints, pods: [] })).toBe('worthy');
    const tolerant = aDaemonSet('kube-proxy', { spec: { tolerations: [{ operator: 'Exists' }] } });
    expect(why({ taints }, { groupTaints, pods: [], workloads: [tolerant] })).toContain('kube-system/kube-proxy');
  });

  it('is not while a DaemonSet pod is missing or not ready', () => {
    expect(why({}, { pods: [] })).toBe('DaemonSet kube-system/kube-proxy has no ready pod on it');
    expect(why({}, { pods: [aDaemonSetPod(proxy, 'n', false)] })).toContain('no ready pod');
  });

  it('needs no pod of a DaemonSet that is meant for other nodes', () => {
    const windows = aDaemonSet('win', { spec: { nodeSelector: { 'kubernetes.io/os': 'windows' } } });
    const hybrid = aDaemonSet('hyb', {
      spec: {
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [
                { matchExpressions: [{ key: 'eks.amazonaws.com/compute-type', operator: 'In', values: ['hybrid'] }] },
              ],
            },
          },
        },
      },
    });
    expect(why({}, { workloads: [proxy, windows, hybrid] })).toBe('worthy');
  });

  it('has to offer the extended resources of the old nodes', () => {
    const siblings = [aNode('old', { allocatable: { 'nvidia.com/gpu': '1' } })];
    expect(why({}, { siblings })).toContain('nvidia.com/gpu');
    expect(why({ allocatable: { 'nvidia.com/gpu': '1' } }, { siblings })).toBe('worthy');
  });
});
