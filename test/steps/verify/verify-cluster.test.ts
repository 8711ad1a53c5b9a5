import { describe, expect, it } from 'vitest';
import type { Facts } from '#domain/preflight/facts';
import { value } from '#ports/answer';
import { describeLeftovers } from '#steps/abort/describe-leftovers';
import { verifyCluster } from '#steps/verify/verify-cluster';
import { aCluster } from '../../builders/a-cluster.ts';
import { RUN } from '../../builders/a-hop.ts';
import { aNode } from '../../builders/a-node.ts';
import { aNodegroup } from '../../builders/a-nodegroup.ts';
import { aStatefulSet } from '../../builders/a-web-workload.ts';
import { anAddon } from '../../builders/an-addon.ts';
import { aSlice } from '../../builders/fake-ports.ts';
import { HOP } from '../../builders/healthy-cluster.ts';
import { portsOfFacts } from '../../builders/ports-of-facts.ts';

const late = aSlice({ troubledSince: () => aSlice().scheduledAt - 180_000 });
const finished: Partial<Facts> = {
  cluster: aCluster({ version: '1.21' }),
  apiServer: { gitVersion: 'v1.21.5-eks-bc4871b' },
  nodegroups: [aNodegroup({ nodegroupName: 'managed-ng-21', version: '1.21' })],
  nodes: [aNode('n', { group: 'managed-ng-21', kubelet: 'v1.21.5-eks-9017834' })],
  workloads: [aStatefulSet(3)],
};

function verify(changed: Partial<Facts> = {}, addon = anAddon(), slice = late, brokenBefore: readonly string[] = []) {
  const eks = { listAddons: async () => value(['coredns']), describeAddon: async () => value(addon) };
  return verifyCluster.run(
    { ...RUN, rotations: HOP.rotations, brokenBefore },
    portsOfFacts({ ...finished, ...changed }, { eks }),
    slice,
  );
}

describe('the cluster at the end of the run', () => {
  it('is not blamed for a workload that was not ready before the run, which is named', async () => {
    const result = await verify({ workloads: [aStatefulSet(3, 1)] }, anAddon(), late, ['StatefulSet/default/web']);
    expect(result).toMatchObject({
      kind: 'done',
      output: { report: expect.arrayContaining([expect.stringContaining('was not ready before the run either')]) },
    });
  });

  it('is reported on line by line', async () => {
    expect(await verify()).toEqual({
      kind: 'done',
      output: {
        report: [
          'control plane: 1.21 (v1.21.5-eks-bc4871b), ACTIVE',
          'node group managed-ng-21: ACTIVE, 1.21',
          'node group managed-ng-20: gone',
          'node n (ap-northeast-1a, managed-ng-21): v1.21.5-eks-9017834, Ready',
          'workloads: all ready',
          'add-on coredns: v1.8.3-eksbuild.1, ACTIVE',
        ],
      },
    });
  });

  it('may have nodes that somebody else has closed: said aloud, not counted as wrong', async () => {
    const nodes = [aNode('n', { group: 'managed-ng-21', kubelet: 'v1.21.5-eks-9017834', cordoned: true })];
    const eks = { listAddons: async () => value([]) };
    const ports = portsOfFacts({ ...finished, nodes }, { eks });
    const result = await verifyCluster.run({ ...RUN, rotations: HOP.rotations, brokenBefore: [] }, ports, late);
    const text =
      'node n (ap-northeast-1a, managed-ng-21): v1.21.5-eks-9017834, Ready,SchedulingDisabled (not by this run)';
    expect(result).toMatchObject({ kind: 'done', output: { report: expect.arrayContaining([text]) } });
    expect(ports.messages).toEqual([{ code: 'stands-out', data: { what: text } }]);
  });

  it('may have nodes behind that nobody rotates, which are named', async () => {
    const nodes = [aNode('own', { group: null })];
    expect(await verify({ nodes })).toMatchObject({
      output: {
        report: expect.arrayContaining([
          expect.stringContaining('self-managed): v1.20.11-eks-f17b81, Ready, behind 1.21'),
        ]),
      },
    });
  });

  it.each<[string, Partial<Facts>, string]>([
    ['the control plane', { cluster: aCluster() }, 'control plane: 1.20'],
    ['an API server', { apiServer: { gitVersion: 'v1.20.11' } }, 'v1.20.11'],
    [
      'an old group that is there',
      { nodegroups: [...(finished.nodegroups ?? []), aNodegroup()] },
      'managed-ng-20: ACTIVE, 1.20, should be gone',
    ],
    ['a new group that is not', { nodegroups: [] }, 'managed-ng-21: missing'],
    ['a node that is behind', { nodes: [aNode('n', { group: 'managed-ng-21' })] }, 'behind 1.21'],
    [
      'a node that is not Ready',
      { nodes: [aNode('n', { group: 'managed-ng-21', kubelet: 'v1.21.5', ready: false })] },
      'NotReady',
    ],
    ['a workload', { workloads: [aStatefulSet(3, 1)] }, 'StatefulSet/default/web: 1 of 3 ready'],
  ])('is not as it should be by %s', async (_, changed, words) => {
    await expect(verify(changed)).rejects.toMatchObject({
      code: 'ClusterNotAsItShouldBe',
      message: expect.stringContaining(words),
    });
  });

  it('is not as it should be by an add-on', async () => {
    await expect(verify({}, anAddon({ status: 'DEGRADED' }))).rejects.toThrow(/add-on coredns: .*DEGRADED/);
  });

  it('is not blamed for an add-on that was not healthy before the run, which is named', async () => {
    const text = 'add-on coredns: v1.8.3-eksbuild.1, DEGRADED (was not healthy before the run either)';
    expect(await verify({}, anAddon({ status: 'DEGRADED' }), late, ['addon/coredns'])).toMatchObject({
      kind: 'done',
      output: { report: expect.arrayContaining([text]) },
    });
    await expect(verify({}, anAddon({ status: 'DEGRADED' }), late, ['addon/vpc-cni'])).rejects.toThrow(/coredns/);
  });

  it('is given two minutes to settle', async () => {
    expect((await verify({ workloads: [aStatefulSet(3, 1)] }, anAddon(), aSlice())).kind).toBe('again');
  });
});

describe('what stays changed after an abort', () => {
  it('includes the add-ons that the run has updated', async () => {
    const addon = anAddon({ addonVersion: 'v1.8.4-eksbuild.1' });
    const eks = { describeAddon: async () => value(addon), listUpdates: async () => value([]) };
    const input = { ...RUN, rotations: HOP.rotations, addons: [addon] };
    expect(await describeLeftovers.run(input, portsOfFacts(finished, { eks }), aSlice())).toMatchObject({
      output: { leftovers: expect.arrayContaining(['add-on coredns is at v1.8.4-eksbuild.1: it stays there']) },
    });
  });

  it('is listed from what is there', async () => {
    const result = await describeLeftovers.run({ ...RUN, rotations: HOP.rotations }, portsOfFacts(finished), aSlice());
    expect(result).toEqual({
      kind: 'done',
      output: {
        leftovers: [
          'the control plane is at 1.21: it stays there',
          'node group managed-ng-20 is deleted or being deleted: it cannot come back',
        ],
      },
    });
  });
});
