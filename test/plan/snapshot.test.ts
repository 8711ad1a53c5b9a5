import { expect, test } from 'vitest';
import { inPlaceOf } from '#domain/addons/settings';
import { takeSnapshot } from '#plan/snapshot';
import { readableCluster, SECRET } from '../builders/readable-cluster.ts';

const of = { cluster: 'live', from: '1.20', to: '1.21', addons: ['coredns'] };

test('reads a live cluster into a scenario of the twin', async () => {
  const scenario = await takeSnapshot(readableCluster(), of);
  expect(scenario).toMatchObject({
    format: 1,
    name: 'live',
    region: 'eu-west-1',
    settled: false,
    now: '2021-11-01T00:00:00.000Z',
  });
  expect(scenario.objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
    'Node n1',
    'DaemonSet aws-node',
    'DaemonSet agent',
    'Pod web-1',
    'PodSecurityPolicy eks.privileged',
  ]);
  expect(scenario.subnets.map(({ subnetId }) => subnetId)).toEqual(['subnet-a', 'subnet-b']);
  expect(scenario.versions['1.20']).toMatchObject({
    apiServer: 'v1.20.11-eks-f17b81',
    releaseVersion: '1.20.11-20211008',
  });
});

test('leaves out everything that may be a secret', async () => {
  expect(JSON.stringify(await takeSnapshot(readableCluster(), of))).not.toContain(SECRET);
});

test('keeps the environment of aws-node, which says how many addresses a node takes', async () => {
  const { objects } = await takeSnapshot(readableCluster(), of);
  const containers = objects.map((it) => JSON.stringify(it)).filter((it) => it.includes('"env"'));
  expect(containers).toHaveLength(1);
  expect(containers[0]).toContain('"env":[{"name":"WARM_ENI_TARGET","value":"1"}]');
});

test('keeps what stands for the configuration of those add-ons only that the runbook updates, never the values', async () => {
  const { addons } = await takeSnapshot(readableCluster(), of);
  expect(addons.map(({ addonName, configurationValues }) => [addonName, configurationValues])).toEqual([
    ['coredns', inPlaceOf('{"replicaCount":3}')],
    ['vpc-cni', undefined],
  ]);
});

test('the same cluster gives the same bytes, whenever it is read', async () => {
  const [once, again] = [await takeSnapshot(readableCluster(), of), await takeSnapshot(readableCluster(), of)];
  expect(JSON.stringify(again)).toBe(JSON.stringify(once));
});

test('tells which add-on versions fit which Kubernetes version, and which one is the default there', async () => {
  const { addonVersions } = await takeSnapshot(readableCluster(), of);
  expect(addonVersions[0]).toEqual({
    addonName: 'coredns',
    addonVersion: 'v1.0.0-eksbuild.1',
    fits: { '1.21': 'offered', '1.20': 'default' },
  });
});

test('keeps updates that run, with what they are of, and forgets those that have ended', async () => {
  const { updates } = await takeSnapshot(readableCluster(), of);
  expect(updates.map(({ id, of: owner }) => [id, owner])).toEqual([['u-running', { nodegroupName: 'blue' }]]);
});

test('a right that the reader lacks is lacking in the twin too', async () => {
  const { access } = await takeSnapshot(readableCluster(), of);
  expect(access.denied).toEqual([{ verb: 'patch', group: '', resource: 'nodes' }]);
});

test('a node tells how many pods its launch template allows', async () => {
  expect((await takeSnapshot(readableCluster(), of)).launchTemplates).toEqual([{ id: 'lt-1', maxPods: 20 }]);
});

test('a policy that is missing is missing in the snapshot', async () => {
  const kubernetes = {
    getPodSecurityPolicy: async () =>
      ({ kind: 'refused', status: 404, code: 'NotFound', message: 'not found', causes: [] }) as const,
  };
  const { objects } = await takeSnapshot(readableCluster({ kubernetes }), of);
  expect(objects.filter(({ kind }) => kind === 'PodSecurityPolicy')).toEqual([]);
});

test.each([
  [
    'forbidden',
    { kind: 'refused', status: 403, code: 'Forbidden', message: 'pods is forbidden', causes: [] },
    'the list of pods could not be read: 403 Forbidden pods is forbidden',
  ],
  [
    'unreadable',
    { kind: 'unknown', code: 'Unparsable', message: '<html>' },
    'the list of pods could not be read: Unparsable <html>',
  ],
] as const)('a list that is %s is never taken for an empty one', async (_, answer, message) => {
  const ports = readableCluster({ kubernetes: { listPods: async () => answer } });
  await expect(takeSnapshot(ports, of)).rejects.toMatchObject({ code: 'SnapshotIncomplete', exit: 3, message });
});
