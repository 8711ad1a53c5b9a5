import { expect, test } from 'vitest';
import { ekstestTwin, present } from '../../builders/ekstest.ts';

test('ekstest starts with three ready nodes of 1.20, the oldest in zone c, then a, then d', async () => {
  const nodes = present(await ekstestTwin().ports.kubernetes.listNodes());
  const byAge = [...nodes].sort((a, b) => (a.metadata.creationTimestamp < b.metadata.creationTimestamp ? -1 : 1));
  expect(
    byAge.map((it) => [
      it.metadata.name.split('.')[0],
      it.metadata.labels?.['topology.kubernetes.io/zone'],
      it.status.nodeInfo.kubeletVersion,
      it.status.allocatable?.pods,
    ]),
  ).toEqual([
    ['ip-10-0-102-121', 'ap-northeast-1c', 'v1.20.11-eks-f17b81', '20'],
    ['ip-10-0-101-193', 'ap-northeast-1a', 'v1.20.11-eks-f17b81', '20'],
    ['ip-10-0-103-198', 'ap-northeast-1d', 'v1.20.11-eks-f17b81', '20'],
  ]);
});

test('its workloads run, one pod of each on every node, coredns on two', async () => {
  const { kubernetes } = ekstestTwin().ports;
  const pods = present(await kubernetes.listPods());
  expect(pods.every((it) => it.status.conditions?.some((c) => c.type === 'Ready' && c.status === 'True'))).toBe(true);
  const places = (label: string, value: string) =>
    new Set(pods.filter((it) => it.metadata.labels?.[label] === value).map((it) => it.spec.nodeName)).size;
  expect([
    places('app', 'app'),
    places('app', 'stateful-app'),
    places('k8s-app', 'aws-node'),
    places('k8s-app', 'kube-proxy'),
    places('k8s-app', 'kube-dns'),
  ]).toEqual([3, 3, 3, 3, 2]);
});

test('its group shows neither disk size nor remote access, because it has a launch template', () => {
  const { body } = ekstestTwin().face.eks.describeNodegroup({ clusterName: 'ekstest', nodegroupName: 'managed-ng-20' });
  expect(body).toMatchObject({
    nodegroup: { diskSize: null, remoteAccess: null, launchTemplate: { version: '1' }, taints: null },
  });
});

test('its add-ons are those of 1.20, vpc-cni with a role', async () => {
  const { eks } = ekstestTwin().ports;
  const names = present(await eks.listAddons('ekstest'));
  const addons = await Promise.all(
    names.map(async (addonName) => present(await eks.describeAddon({ clusterName: 'ekstest', addonName }))),
  );
  expect(addons.map((it) => [it.addonName, it.addonVersion, it.serviceAccountRoleArn])).toEqual([
    ['coredns', 'v1.8.3-eksbuild.1', undefined],
    ['kube-proxy', 'v1.20.7-eksbuild.1', undefined],
    ['vpc-cni', 'v1.10.1-eksbuild.1', 'arn:aws:iam::111122223333:role/ekstest-vpc-cni'],
  ]);
});

test('the certificate authority is the base64 of a PEM', async () => {
  const { certificateAuthority } = present(await ekstestTwin().ports.eks.describeCluster('ekstest'));
  expect(Buffer.from(certificateAuthority, 'base64').toString('utf8')).toMatch(/^-----BEGIN CERTIFICATE-----\n/);
});

test('a pod of a snapshot that has been broken for long stays broken, a young one gets ahead', async () => {
  const pod = (name: string, creationTimestamp: string) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, creationTimestamp },
    spec: { nodeName: 'ip-10-0-101-193.ap-northeast-1.compute.internal', containers: [{ name: 'c' }] },
    status: { phase: 'Pending' },
  });
  const twin = ekstestTwin((draft) => {
    draft.settled = false;
    draft.objects = [pod('old', '2022-03-05T12:00:00Z'), pod('young', '2022-03-05T17:29:50Z')] as never;
  });
  twin.time.tick(twin.time.now() + 3_600_000);
  expect(present(await twin.ports.kubernetes.listPods()).map((it) => [it.metadata.name, it.status.phase])).toEqual([
    ['old', 'Pending'],
    ['young', 'Running'],
  ]);
});
