import { describe, expect, it } from 'vitest';
import type { ScenarioInput } from '#twin/scenario/schema';
import { ekstestTwin, pass, present } from '../../builders/ekstest.ts';

type Faults = NonNullable<ScenarioInput['faults']>;
type What = NonNullable<Faults['happenings']>[number]['what'];

const OLD = 'managed-ng-20';
const FIRST = { group: OLD, index: 0 };

const twinWith = (faults: Faults) =>
  ekstestTwin((draft) => {
    draft.faults = faults as never;
  });

/** A twin to which this has just happened. */
function having(...whats: What[]) {
  const twin = twinWith({ happenings: whats.map((what) => ({ what })) });
  return { twin, nodes: async () => present(await twin.ports.kubernetes.listNodes()) };
}

const oldest = <T extends { metadata: { creationTimestamp: string } }>(nodes: readonly T[]): T =>
  nodes.reduce((a, b) => (Date.parse(b.metadata.creationTimestamp) < Date.parse(a.metadata.creationTimestamp) ? b : a));

describe('what somebody else does', () => {
  it('a call is performed, is no write of the run, and is marked in the journal', async () => {
    const { twin, nodes } = having({ call: 'k8s:patch nodes', of: FIRST, body: { spec: { unschedulable: true } } });
    expect(oldest(await nodes()).spec.unschedulable).toBe(true);
    expect(twin.journal.writes()).toEqual([]);
    expect(twin.journal.entries()[0]).toMatchObject({ operation: 'k8s:patch nodes', status: 200, by: 'somebody-else' });
  });

  it('happens so long after the nth success of a call of the run, never with those of somebody else', async () => {
    const request = {
      clusterName: 'ekstest',
      nodegroupName: OLD,
      scalingConfig: { minSize: 1, maxSize: 5, desiredSize: 3 },
    };
    const twin = twinWith({
      happenings: [
        { begins: { with: 'eks:ListAddons', after: '1m' }, what: { call: 'eks:UpdateNodegroupConfig', request } },
      ],
    });
    twin.others.eks.listAddons({ clusterName: 'ekstest' });
    pass(twin, 120_000);
    expect(twin.journal.entries()).toHaveLength(1);
    await twin.ports.eks.listAddons('ekstest');
    pass(twin, 60_000);
    expect(twin.journal.entries().at(-1)).toMatchObject({
      operation: 'eks:UpdateNodegroupConfig',
      by: 'somebody-else',
    });
    pass(twin, 60_000);
    const group = present(await twin.ports.eks.describeNodegroup({ clusterName: 'ekstest', nodegroupName: OLD }));
    expect(group.scalingConfig).toEqual(request.scalingConfig);
  });

  it('is not answered by the faults of answers', async () => {
    const twin = twinWith({ answers: [{ of: ['*'], give: 'reset' }] });
    expect(twin.faults.happen({ call: 'k8s:delete nodes', of: FIRST }).status).toBe(200);
  });

  it('answers 404 when there is nothing that it could happen to', () => {
    const { twin } = having();
    expect(twin.faults.happen({ call: 'k8s:delete nodes', of: { group: OLD, index: 9 } }).status).toBe(404);
    expect(twin.faults.happen({ set: { addon: 'none', status: 'DEGRADED' } }).status).toBe(404);
    expect(twin.faults.happen({ call: 'eks:MakeTea', request: {} }).status).toBe(404);
  });

  it('never happens when the twin is mended before', async () => {
    const twin = twinWith({ happenings: [{ begins: { after: '1m' }, what: { call: 'k8s:delete nodes', of: FIRST } }] });
    twin.faults.mend();
    pass(twin, 120_000);
    expect(present(await twin.ports.kubernetes.listNodes())).toHaveLength(3);
  });
});

describe('state that is set from outside', () => {
  it('another cluster stands under the same name', async () => {
    const fields = {
      arn: 'arn:aws:eks:ap-northeast-1:111122223333:cluster/ekstest',
      createdAt: '2022-03-05T17:00:00.000Z',
    };
    const { twin } = having({ set: { cluster: fields } });
    expect(present(await twin.ports.eks.describeCluster('ekstest'))).toMatchObject(fields);
  });

  it('a group and an add-on are degraded with their health issues', async () => {
    const health = [{ code: 'AsgInstanceLaunchFailures', message: 'no capacity' }];
    const { twin } = having(
      { set: { nodegroup: OLD, status: 'DEGRADED', health } },
      { set: { addon: 'coredns', status: 'DEGRADED', health } },
    );
    const shown = { status: 'DEGRADED', health: [{ ...health[0], resourceIds: [] }] };
    const group = await twin.ports.eks.describeNodegroup({ clusterName: 'ekstest', nodegroupName: OLD });
    expect(present(group)).toMatchObject(shown);
    const addon = await twin.ports.eks.describeAddon({ clusterName: 'ekstest', addonName: 'coredns' });
    expect(present(addon)).toMatchObject(shown);
  });

  it('a subnet has as many free addresses as was set, and fewer once nodes join', async () => {
    const { twin } = having();
    const [subnet = ''] = present(await twin.ports.eks.describeCluster('ekstest')).subnetIds;
    twin.faults.happen({ set: { subnet, availableIpAddressCount: 2 } });
    expect(present(await twin.ports.ec2.describeSubnets([subnet]))[0]?.availableIpAddressCount).toBe(2);
  });
});

describe('a node whose kubelet', () => {
  const ready = (it: { readonly status: { readonly conditions?: readonly { readonly type: string }[] } }) =>
    it.status.conditions?.find(({ type }) => type === 'Ready');
  const taints = (it: { readonly spec: { readonly taints?: readonly { readonly key: string }[] } }) =>
    (it.spec.taints ?? []).map(({ key }) => key);

  it('says that it is not ready is tainted so, and stays so', async () => {
    const { twin, nodes } = having({ node: { of: FIRST, ready: 'False' } });
    pass(twin, 3_600_000);
    expect(ready(oldest(await nodes()))).toMatchObject({ status: 'False', reason: 'KubeletNotReady' });
    expect(taints(oldest(await nodes()))).toEqual(['node.kubernetes.io/not-ready']);
  });

  it('is not heard of is unreachable: its pods count as not ready, and none of them stops', async () => {
    const { twin, nodes } = having({ node: { of: FIRST, ready: 'Unknown' } });
    const { name } = oldest(await nodes()).metadata;
    expect(ready(oldest(await nodes()))).toMatchObject({ status: 'Unknown', reason: 'NodeStatusUnknown' });
    expect(taints(oldest(await nodes()))).toEqual(['node.kubernetes.io/unreachable']);
    const pods = present(await twin.ports.kubernetes.listPods({ node: name }));
    expect(pods.length).toBeGreaterThan(0);
    expect(pods.map(ready)).toEqual(pods.map(() => expect.objectContaining({ status: 'False' })));
    const [pod] = pods;
    const of = { namespace: pod?.metadata.namespace ?? '', name: pod?.metadata.name ?? '' };
    twin.faults.happen({ call: 'k8s:delete pods', of });
    pass(twin, 600_000);
    const left = present(await twin.ports.kubernetes.listPods({ node: name })).map((it) => it.metadata.name);
    expect(left).toContain(of.name);
  });

  it('is heard of again: its pods are ready again, and those to be deleted stop', async () => {
    const { twin, nodes } = having({ node: { of: FIRST, ready: 'Unknown' } });
    const { name } = oldest(await nodes()).metadata;
    const [pod] = present(await twin.ports.kubernetes.listPods({ node: name }));
    const of = { namespace: pod?.metadata.namespace ?? '', name: pod?.metadata.name ?? '' };
    twin.faults.happen({ call: 'k8s:delete pods', of });
    twin.faults.happen({ node: { of: FIRST, ready: 'True' } });
    pass(twin, 120_000);
    const pods = present(await twin.ports.kubernetes.listPods({ node: name }));
    expect(taints(oldest(await nodes()))).toEqual([]);
    expect(pods.map((it) => it.metadata.uid)).not.toContain(pod?.metadata.uid);
    expect(pods.map(ready)).toEqual(pods.map(() => expect.objectContaining({ status: 'True' })));
  });
});
