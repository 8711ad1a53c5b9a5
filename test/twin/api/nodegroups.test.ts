import { expect, test } from 'vitest';
import { ekstestTwin, pass, present } from '../../builders/ekstest.ts';

const MINUTE = 60_000;
const SUBNETS = ['subnet-0a101000000000000', 'subnet-0c102000000000000', 'subnet-0d103000000000000'];
const NEW = { clusterName: 'ekstest', nodegroupName: 'managed-ng-21' };
const OLD = { clusterName: 'ekstest', nodegroupName: 'managed-ng-20' };
const request = {
  ...NEW,
  scalingConfig: { minSize: 3, maxSize: 3, desiredSize: 3 },
  subnets: SUBNETS,
  nodeRole: 'arn:aws:iam::111122223333:role/ekstest-nodes',
  instanceTypes: ['t3.medium'],
  amiType: 'AL2_x86_64',
  launchTemplate: { name: 'ekstest-nodes', version: '1' },
  clientRequestToken: 'token-1',
};

test('a new group inherits the version of the cluster and has an Auto Scaling group and a release', async () => {
  const group = present(await ekstestTwin().ports.eks.createNodegroup(request));
  expect(group).toMatchObject({
    status: 'CREATING',
    version: '1.20',
    releaseVersion: '1.20.11-20220216',
    launchTemplate: { id: 'lt-0e5700000000000020' },
  });
  expect(group.autoScalingGroups[0]).toMatch(/^eks-managed-ng-21-[0-9a-f-]{36}$/);
  expect(group).not.toHaveProperty('diskSize');
  expect(group).not.toHaveProperty('remoteAccess');
});

test('its nodes join one per zone under the names of the source, become ready, and the group is ACTIVE after four minutes', async () => {
  const twin = ekstestTwin();
  const { eks, kubernetes } = twin.ports;
  await eks.createNodegroup(request);
  const joined = async () =>
    present(await kubernetes.listNodes()).filter(
      (it) => it.metadata.labels?.['eks.amazonaws.com/nodegroup'] === 'managed-ng-21',
    );
  pass(twin, 97_000);
  expect((await joined()).map((it) => [it.metadata.name, it.metadata.labels?.['topology.kubernetes.io/zone']])).toEqual(
    [
      ['ip-10-0-101-208.ap-northeast-1.compute.internal', 'ap-northeast-1a'],
      ['ip-10-0-102-86.ap-northeast-1.compute.internal', 'ap-northeast-1c'],
      ['ip-10-0-103-214.ap-northeast-1.compute.internal', 'ap-northeast-1d'],
    ],
  );
  expect((await joined())[0]?.spec.taints).toMatchObject([
    { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' },
  ]);
  pass(twin, 30_000);
  expect((await joined()).every((it) => it.spec.taints === undefined)).toBe(true);
  expect(present(await eks.describeNodegroup(NEW)).status).toBe('CREATING');
  pass(twin, 2 * MINUTE);
  expect(present(await eks.describeNodegroup(NEW)).status).toBe('ACTIVE');
  expect((await joined())[0]?.status.allocatable?.pods).toBe('20');
});

test('the subnets lose the addresses that the new nodes take, and get them back when the nodes go', async () => {
  const twin = ekstestTwin();
  const free = async () =>
    present(await twin.ports.ec2.describeSubnets(SUBNETS)).map((it) => it.availableIpAddressCount);
  expect(await free()).toEqual([238, 238, 239]);
  await twin.ports.eks.createNodegroup(request);
  pass(twin, 5 * MINUTE);
  expect(await free()).toEqual([232, 232, 233]);
  await twin.ports.eks.deleteNodegroup(NEW);
  pass(twin, 5 * MINUTE);
  expect(await free()).toEqual([238, 238, 239]);
});

test('the same token gives the same group; a second creation under its name is a conflict', async () => {
  const { eks } = ekstestTwin().ports;
  const first = present(await eks.createNodegroup(request));
  expect(present(await eks.createNodegroup(request)).nodegroupArn).toBe(first.nodegroupArn);
  expect(await eks.createNodegroup({ ...request, clientRequestToken: 'token-2' })).toMatchObject({
    status: 409,
    code: 'ResourceInUseException',
  });
  expect(await eks.createNodegroup({ ...request, nodegroupName: 'another' })).toMatchObject({
    status: 400,
    code: 'InvalidParameterException',
  });
});

test.each([
  ['a disk size beside a launch template', { diskSize: 30 }],
  ['remote access beside a launch template', { remoteAccess: { ec2SshKey: 'ekstest' } }],
  ['a version that is not that of the cluster', { version: '1.21' }],
  ['a subnet that does not exist', { subnets: ['subnet-0'] }],
  ['a tag that AWS keeps for itself', { tags: { 'aws:cloudformation:stack-name': 'x' } }],
  ['a minimum above the desired size', { scalingConfig: { minSize: 3, maxSize: 3, desiredSize: 2 } }],
])('%s is refused', async (_, more) => {
  expect(await ekstestTwin().ports.eks.createNodegroup({ ...request, ...more })).toMatchObject({
    status: 400,
    code: 'InvalidParameterException',
  });
});

test('while the control plane is updated no group can be created', async () => {
  const { eks } = ekstestTwin().ports;
  await eks.updateClusterVersion({ name: 'ekstest', version: '1.21', clientRequestToken: 'u' });
  expect(await eks.createNodegroup(request)).toMatchObject({ status: 400, code: 'InvalidRequestException' });
});

test('a creation that is to fail ends CREATE_FAILED with its health issue', async () => {
  const twin = ekstestTwin((draft) => {
    draft.faults.nodegroupCreations = [
      { name: 'managed-ng-21', code: 'NodeCreationFailure', message: 'Instances failed to join', after: '2m' },
    ] as never;
  });
  await twin.ports.eks.createNodegroup(request);
  pass(twin, 2 * MINUTE);
  expect(present(await twin.ports.eks.describeNodegroup(NEW))).toMatchObject({
    status: 'CREATE_FAILED',
    health: [{ code: 'NodeCreationFailure' }],
  });
});

test('without addresses for its nodes a group ends CREATE_FAILED and names the subnet', async () => {
  const twin = ekstestTwin((draft) => Object.assign(draft.subnets[1] ?? {}, { availableIpAddressCount: 3 }));
  await twin.ports.eks.createNodegroup(request);
  pass(twin, 5 * MINUTE);
  expect(present(await twin.ports.eks.describeNodegroup(NEW))).toMatchObject({
    status: 'CREATE_FAILED',
    health: [{ code: 'InsufficientFreeAddresses', resourceIds: ['subnet-0c102000000000000'] }],
  });
});

test('a degraded group shows its issues, and can be deleted', async () => {
  const twin = ekstestTwin((draft) => {
    Object.assign(draft.nodegroups[0] ?? {}, {
      status: 'DEGRADED',
      health: [{ code: 'AsgInstanceLaunchFailures', message: 'no capacity' }],
    });
  });
  expect(present(await twin.ports.eks.describeNodegroup(OLD))).toMatchObject({
    status: 'DEGRADED',
    health: [{ code: 'AsgInstanceLaunchFailures', resourceIds: [] }],
  });
  expect(present(await twin.ports.eks.deleteNodegroup(OLD)).status).toBe('DELETING');
});

test('a change of sizes is an update of the group; meanwhile a second one is a conflict that names it', async () => {
  const twin = ekstestTwin();
  const { eks } = twin.ports;
  const resize = { ...OLD, scalingConfig: { minSize: 4, maxSize: 4, desiredSize: 4 }, clientRequestToken: 'r' };
  const { id, type } = present(await eks.resizeNodegroup(resize));
  expect(type).toBe('ConfigUpdate');
  expect(present(await eks.describeNodegroup(OLD)).status).toBe('UPDATING');
  expect(await eks.resizeNodegroup({ ...resize, clientRequestToken: 's' })).toMatchObject({
    status: 409,
    message: expect.stringContaining(id),
  });
  expect(await eks.describeUpdate({ name: 'ekstest', updateId: id })).toMatchObject({ status: 404 });
  pass(twin, 20_000);
  expect(
    present(await eks.describeUpdate({ name: 'ekstest', nodegroupName: 'managed-ng-20', updateId: id })).status,
  ).toBe('Successful');
  expect(present(await eks.describeNodegroup(OLD))).toMatchObject({
    status: 'ACTIVE',
    scalingConfig: { desiredSize: 4 },
  });
  pass(twin, 3 * MINUTE);
  expect(present(await twin.ports.kubernetes.listNodes())).toHaveLength(4);
});

test('a smaller desired size takes nodes away without asking any budget', async () => {
  const twin = ekstestTwin();
  await twin.ports.eks.resizeNodegroup({
    ...OLD,
    scalingConfig: { minSize: 1, maxSize: 3, desiredSize: 2 },
    clientRequestToken: 'r',
  });
  pass(twin, 2 * MINUTE);
  expect(present(await twin.ports.kubernetes.listNodes())).toHaveLength(2);
});

test('a deleted group empties its nodes, loses them half way and is gone after four minutes', async () => {
  const twin = ekstestTwin();
  const { eks, kubernetes } = twin.ports;
  await eks.deleteNodegroup(OLD);
  expect(await eks.deleteNodegroup(OLD)).toMatchObject({ status: 409, code: 'ResourceInUseException' });
  pass(twin, 2 * MINUTE);
  expect(present(await kubernetes.listNodes())).toEqual([]);
  expect(present(await kubernetes.listPods()).every((it) => it.spec.nodeName === undefined)).toBe(true);
  pass(twin, 2 * MINUTE);
  expect(await eks.describeNodegroup(OLD)).toMatchObject({
    status: 404,
    code: 'ResourceNotFoundException',
    message: 'No node group found for name: managed-ng-20.',
  });
});

test('lists come in pages with a token, and refuse pages of no size', async () => {
  const twin = ekstestTwin();
  await twin.ports.eks.createNodegroup(request);
  const { eks } = twin.face;
  const first = eks.listNodegroups({ clusterName: 'ekstest', maxResults: 1 }).body as {
    nodegroups: string[];
    nextToken: string;
  };
  expect(first.nodegroups).toEqual(['managed-ng-20']);
  expect(eks.listNodegroups({ clusterName: 'ekstest', maxResults: 1, nextToken: first.nextToken }).body).toEqual({
    nodegroups: ['managed-ng-21'],
    nextToken: null,
  });
  expect(eks.listNodegroups({ clusterName: 'ekstest', maxResults: 0 }).status).toBe(400);
  expect(eks.listNodegroups({ clusterName: 'ekstest', nextToken: 'nonsense' }).status).toBe(400);
});
