import { describe, expect, it } from 'vitest';
import type { ScenarioInput } from '#twin/scenario/schema';
import type { Twin } from '#twin/twin';
import { ekstestTwin, pass, present } from '../../builders/ekstest.ts';

const OLD = 'managed-ng-20';
const NEW = 'managed-ng-new';
const MINUTE = 60_000;

const twinWith = (faults: ScenarioInput['faults']) =>
  ekstestTwin((draft) => {
    draft.faults = faults as never;
  });

async function create({ ports }: Twin) {
  const old = present(await ports.eks.describeNodegroup({ clusterName: 'ekstest', nodegroupName: OLD }));
  const { nodeRole, subnets, scalingConfig } = old;
  const clientRequestToken = 'token';
  const request = { clusterName: 'ekstest', nodegroupName: NEW, nodeRole, subnets, scalingConfig, clientRequestToken };
  present(await ports.eks.createNodegroup(request));
}

const group = async ({ ports }: Twin, nodegroupName: string) =>
  ports.eks.describeNodegroup({ clusterName: 'ekstest', nodegroupName });

const nodesOfNew = async ({ ports }: Twin) =>
  present(await ports.kubernetes.listNodes()).filter(
    (it) => it.metadata.labels?.['eks.amazonaws.com/nodegroup'] === NEW,
  );
const isReady = (it: Awaited<ReturnType<typeof nodesOfNew>>[number]): boolean =>
  it.status.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ?? false;

describe('what becomes of a new group', () => {
  it('it ends DEGRADED with its nodes up, where the scenario says so', async () => {
    const twin = twinWith({
      nodegroupCreations: [
        { name: NEW, status: 'DEGRADED', code: 'AsgInstanceLaunchFailures', message: 'no capacity' },
      ],
    });
    await create(twin);
    pass(twin, 5 * MINUTE);
    expect(present(await group(twin, NEW))).toMatchObject({ status: 'DEGRADED', health: [{ message: 'no capacity' }] });
    expect((await nodesOfNew(twin)).map(isReady)).toEqual([true, true, true]);
  });

  it('a node that never gets ready fails it after EKS has lost patience', async () => {
    const twin = twinWith({ nodes: [{ group: NEW, index: 1, never: 'ready' }] });
    await create(twin);
    pass(twin, 10 * MINUTE);
    expect((await nodesOfNew(twin)).filter(isReady)).toHaveLength(2);
    expect(present(await group(twin, NEW)).status).toBe('CREATING');
    pass(twin, 20 * MINUTE);
    expect(present(await group(twin, NEW))).toMatchObject({
      status: 'CREATE_FAILED',
      health: [{ code: 'NodeCreationFailure' }],
    });
  });

  it('a node that never joins is not there', async () => {
    const twin = twinWith({ nodes: [{ group: NEW, never: 'join' }] });
    await create(twin);
    pass(twin, 10 * MINUTE);
    expect(await nodesOfNew(twin)).toEqual([]);
  });

  it.each(['join', 'ready'] as const)(
    'mended in time, the node that did not %s does, and the group becomes ACTIVE',
    async (never) => {
      const twin = twinWith({ nodes: [{ group: NEW, index: 0, never }] });
      await create(twin);
      pass(twin, 10 * MINUTE);
      twin.faults.mend();
      pass(twin, 2 * MINUTE);
      expect((await nodesOfNew(twin)).map(isReady)).toEqual([true, true, true]);
      expect(present(await group(twin, NEW)).status).toBe('ACTIVE');
    },
  );
});

describe('a deletion that fails', () => {
  const FAULT = {
    nodegroupDeletions: [{ name: OLD, code: 'Ec2SecurityGroupDeletionFailure', message: 'DependencyViolation' }],
  };
  const remove = (twin: Twin) => twin.ports.eks.deleteNodegroup({ clusterName: 'ekstest', nodegroupName: OLD });

  it('leaves the group in DELETE_FAILED with its reason', async () => {
    const twin = twinWith(FAULT);
    await remove(twin);
    pass(twin, 10 * MINUTE);
    const health = [{ code: 'Ec2SecurityGroupDeletionFailure', message: 'DependencyViolation', resourceIds: [] }];
    expect(present(await group(twin, OLD))).toMatchObject({ status: 'DELETE_FAILED', health });
  });

  it('stays failed when it is mended, and the next try works', async () => {
    const twin = twinWith(FAULT);
    await remove(twin);
    pass(twin, 10 * MINUTE);
    twin.faults.mend();
    expect(present(await group(twin, OLD)).status).toBe('DELETE_FAILED');
    present(await remove(twin));
    pass(twin, 10 * MINUTE);
    expect(await group(twin, OLD)).toMatchObject({ kind: 'refused', status: 404 });
  });
});

describe('updates', () => {
  it('one that is Successful may leave an add-on degraded', async () => {
    const health = [{ code: 'InsufficientNumberOfReplicas', message: 'one of two' }];
    const twin = twinWith({
      updates: [{ of: 'addon', name: 'coredns', status: 'Successful', leaves: { status: 'DEGRADED', health } }],
    });
    const of = { clusterName: 'ekstest', addonName: 'coredns' };
    const { addonVersion } = present(await twin.ports.eks.describeAddon(of));
    present(
      await twin.ports.eks.updateAddon({
        ...of,
        addonVersion,
        resolveConflicts: 'PRESERVE',
        clientRequestToken: 'token',
      }),
    );
    pass(twin, 10 * MINUTE);
    expect(present(await twin.ports.eks.describeAddon(of))).toMatchObject({
      status: 'DEGRADED',
      health: [{ message: 'one of two' }],
    });
  });

  it('mended, the next one succeeds', async () => {
    const twin = twinWith({ updates: [{ of: 'cluster', status: 'Failed' }] });
    const update = (clientRequestToken: string) =>
      twin.ports.eks.updateClusterVersion({ name: 'ekstest', version: '1.21', clientRequestToken });
    await update('first');
    pass(twin, 60 * MINUTE);
    twin.faults.mend();
    await update('second');
    pass(twin, 60 * MINUTE);
    expect(present(await twin.ports.eks.describeCluster('ekstest')).version).toBe('1.21');
  });
});
