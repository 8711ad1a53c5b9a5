import { expect, test } from 'vitest';
import { ekstestTwin, pass, present } from '../../builders/ekstest.ts';

const MINUTE = 60_000;
const update = { name: 'ekstest', version: '1.21', clientRequestToken: 'token-1' };

test('an update runs for 28 minutes and 6 seconds: the cluster is UPDATING and answers with the old version until then', async () => {
  const twin = ekstestTwin();
  const { eks, kubernetes } = twin.ports;
  const { id, status } = present(await eks.updateClusterVersion(update));
  expect(status).toBe('InProgress');
  pass(twin, 28 * MINUTE);
  expect(present(await eks.describeUpdate({ name: 'ekstest', updateId: id })).status).toBe('InProgress');
  expect(present(await eks.describeCluster('ekstest'))).toMatchObject({ status: 'UPDATING', version: '1.20' });
  expect(present(await kubernetes.version()).gitVersion).toBe('v1.20.11-eks-f17b81');
  pass(twin, 6_000);
  expect(present(await eks.describeUpdate({ name: 'ekstest', updateId: id }))).toMatchObject({
    status: 'Successful',
    errors: [],
  });
  expect(present(await eks.describeCluster('ekstest'))).toMatchObject({
    status: 'ACTIVE',
    version: '1.21',
    platformVersion: 'eks.4',
  });
  expect(present(await kubernetes.version()).gitVersion).toBe('v1.21.5-eks-bc4871b');
});

test('the same token gives the same update, also after it has ended; with another version it is refused', async () => {
  const twin = ekstestTwin();
  const { eks } = twin.ports;
  const first = present(await eks.updateClusterVersion(update));
  expect(present(await eks.updateClusterVersion(update)).id).toBe(first.id);
  pass(twin, 30 * MINUTE);
  expect(present(await eks.updateClusterVersion(update))).toMatchObject({ id: first.id, status: 'Successful' });
  expect(await eks.updateClusterVersion({ ...update, version: '1.22' })).toMatchObject({
    kind: 'refused',
    status: 400,
    code: 'InvalidParameterException',
  });
  expect(present(await eks.listUpdates({ name: 'ekstest' }))).toEqual([first.id]);
});

test('a second update while one runs is a conflict that names the running one', async () => {
  const { eks } = ekstestTwin().ports;
  const { id } = present(await eks.updateClusterVersion(update));
  expect(await eks.updateClusterVersion({ ...update, clientRequestToken: 'token-2' })).toMatchObject({
    status: 409,
    code: 'ResourceInUseException',
    message: expect.stringContaining(id),
  });
});

test.each(['1.22', '1.20', '1.19'])('from 1.20 there is no update to %s', async (version) => {
  expect(await ekstestTwin().ports.eks.updateClusterVersion({ ...update, version })).toMatchObject({
    status: 400,
    code: 'InvalidParameterException',
    message: `Unsupported Kubernetes minor version update from 1.20 to ${version}`,
  });
});

test('a managed node three minors behind the target refuses the update and names its group', async () => {
  const twin = ekstestTwin((draft) => Object.assign(draft.nodes[0] ?? {}, { kubelet: 'v1.18.20-eks-c9f1ce' }));
  expect(await twin.ports.eks.updateClusterVersion(update)).toMatchObject({
    status: 400,
    code: 'InvalidRequestException',
    message: expect.stringContaining('Nodegroups managed-ng-20 must be updated'),
  });
});

test('with the rule from before October 2023 every group has to be at the version of the cluster', async () => {
  const behind = (mustMatch: boolean) =>
    ekstestTwin((draft) => {
      draft.managedNodesMustMatch = mustMatch;
      Object.assign(draft.nodes[0] ?? {}, { kubelet: 'v1.19.15-eks-9c63c4' });
    });
  expect(await behind(true).ports.eks.updateClusterVersion(update)).toMatchObject({ code: 'InvalidRequestException' });
  expect(await behind(false).ports.eks.updateClusterVersion(update)).toMatchObject({ kind: 'value' });
});

test.each(['Failed', 'Cancelled'] as const)(
  'an update that ends %s says why, and the cluster is what it was',
  async (status) => {
    const errors = [
      {
        errorCode: 'SubnetNotFound',
        errorMessage: 'The subnet does not exist',
        resourceIds: ['subnet-0a101000000000000'],
      },
    ];
    const twin = ekstestTwin((draft) => {
      draft.faults.updates = [{ of: 'cluster', status, after: '10m', errors, times: 1 }] as never;
    });
    const { eks } = twin.ports;
    const { id } = present(await eks.updateClusterVersion(update));
    pass(twin, 10 * MINUTE);
    expect(present(await eks.describeUpdate({ name: 'ekstest', updateId: id }))).toMatchObject({ status, errors });
    expect(present(await eks.describeCluster('ekstest'))).toMatchObject({ status: 'ACTIVE', version: '1.20' });
    const again = present(await eks.updateClusterVersion({ ...update, clientRequestToken: 'token-2' }));
    expect(again.id).not.toBe(id);
    pass(twin, 30 * MINUTE);
    expect(present(await eks.describeCluster('ekstest')).version).toBe('1.21');
  },
);

test('without free addresses in the subnets of the cluster the update fails with IpNotAvailable', async () => {
  const twin = ekstestTwin((draft) => {
    for (const subnet of draft.subnets) subnet.availableIpAddressCount = 1;
  });
  const { id } = present(await twin.ports.eks.updateClusterVersion(update));
  pass(twin, 10 * MINUTE);
  expect(present(await twin.ports.eks.describeUpdate({ name: 'ekstest', updateId: id }))).toMatchObject({
    status: 'Failed',
    errors: [{ errorCode: 'IpNotAvailable' }],
  });
});

test('an update in flight at the start goes on and ends when its time has come', async () => {
  const twin = ekstestTwin((draft) => {
    draft.updates = [
      {
        id: 'in-flight',
        status: 'InProgress',
        type: 'VersionUpdate',
        params: [{ type: 'Version', value: '1.21' }],
        createdAt: '2022-03-05T17:20:00Z',
      },
    ] as never;
  });
  const { eks } = twin.ports;
  expect(present(await eks.describeCluster('ekstest')).status).toBe('UPDATING');
  expect(await eks.updateClusterVersion(update)).toMatchObject({
    status: 409,
    message: expect.stringContaining('in-flight'),
  });
  pass(twin, 18 * MINUTE + 6_000);
  expect(present(await eks.describeCluster('ekstest'))).toMatchObject({ status: 'ACTIVE', version: '1.21' });
});

test('while the API servers are replaced, the old and the new version may answer in turns', async () => {
  const twin = ekstestTwin((draft) => {
    draft.faults.oldApiServersAnswerFor = '90s';
  });
  await twin.ports.eks.updateClusterVersion(update);
  pass(twin, 28 * MINUTE + 6_000);
  const answers = async () =>
    [present(await twin.ports.kubernetes.version()), present(await twin.ports.kubernetes.version())].map(
      (it) => it.gitVersion,
    );
  expect((await answers()).sort()).toEqual(['v1.20.11-eks-f17b81', 'v1.21.5-eks-bc4871b']);
  pass(twin, 90_000);
  expect(await answers()).toEqual(['v1.21.5-eks-bc4871b', 'v1.21.5-eks-bc4871b']);
});

test('what is missing is 404 with the names it is about, and null for those it is not about', () => {
  const { eks } = ekstestTwin().face;
  expect(eks.describeCluster({ name: 'other' })).toEqual({
    status: 404,
    headers: { 'x-amzn-errortype': 'ResourceNotFoundException' },
    body: { message: 'No cluster found for name: other.', clusterName: 'other', nodegroupName: null, addonName: null },
  });
  for (const call of [eks.listNodegroups, eks.listAddons]) expect(call({ clusterName: 'other' }).status).toBe(404);
  expect(eks.listUpdates({ name: 'other' }).status).toBe(404);
  expect(eks.describeUpdate({ name: 'ekstest', updateId: 'none' })).toMatchObject({
    status: 404,
    body: { clusterName: 'ekstest' },
  });
});

test('an action that the caller may not take is 403', async () => {
  const twin = ekstestTwin((draft) => {
    draft.access.deniedActions = ['eks:UpdateClusterVersion'];
  });
  expect(await twin.ports.eks.updateClusterVersion(update)).toMatchObject({
    status: 403,
    code: 'AccessDeniedException',
  });
});

test('instants go over the wire as seconds since 1970', () => {
  const { body } = ekstestTwin().face.eks.describeCluster({ name: 'ekstest' });
  expect(body).toMatchObject({ cluster: { createdAt: Date.parse('2022-03-04T09:00:00Z') / 1000 } });
});
