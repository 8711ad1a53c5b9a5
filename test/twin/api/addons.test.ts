import { expect, test } from 'vitest';
import { ekstestTwin, pass, present } from '../../builders/ekstest.ts';

const at121 = () => ekstestTwin((draft) => Object.assign(draft.cluster, { version: '1.21' }));
const coredns = {
  clusterName: 'ekstest',
  addonName: 'coredns',
  addonVersion: 'v1.8.4-eksbuild.1',
  resolveConflicts: 'OVERWRITE' as const,
  clientRequestToken: 't',
};

test('for 1.21 coredns and kube-proxy have newer defaults, and vpc-cni has none', async () => {
  const { eks } = ekstestTwin().ports;
  const defaults = async (addonName: string, kubernetesVersion: string) =>
    present(await eks.describeAddonVersions({ addonName, kubernetesVersion }))
      .filter((it) => it.defaultVersion)
      .map((it) => it.addonVersion);
  expect(await defaults('coredns', '1.20')).toEqual(['v1.8.3-eksbuild.1']);
  expect(await defaults('coredns', '1.21')).toEqual(['v1.8.4-eksbuild.1']);
  expect(await defaults('kube-proxy', '1.21')).toEqual(['v1.21.2-eksbuild.2']);
  expect(await defaults('vpc-cni', '1.21')).toEqual(['v1.10.1-eksbuild.1']);
});

test('an update renews the pods while it runs and is Successful after a minute', async () => {
  const twin = at121();
  const { eks, kubernetes } = twin.ports;
  const { id } = present(await eks.updateAddon(coredns));
  expect(present(await eks.describeAddon(coredns))).toMatchObject({
    status: 'UPDATING',
    addonVersion: 'v1.8.3-eksbuild.1',
  });
  pass(twin, 60_000);
  expect(present(await eks.describeUpdate({ name: 'ekstest', addonName: 'coredns', updateId: id })).status).toBe(
    'Successful',
  );
  expect(present(await eks.describeAddon(coredns))).toMatchObject({
    status: 'ACTIVE',
    addonVersion: 'v1.8.4-eksbuild.1',
  });
  const images = present(await kubernetes.listPods())
    .filter((it) => it.metadata.labels?.['k8s-app'] === 'kube-dns')
    .map((it) => it.spec.containers[0]?.image?.split(':')[1]);
  expect(images).toEqual(['v1.8.4-eksbuild.1', 'v1.8.4-eksbuild.1']);
});

test('a DaemonSet add-on is renewed node by node', async () => {
  const twin = at121();
  await twin.ports.eks.updateAddon({ ...coredns, addonName: 'kube-proxy', addonVersion: 'v1.21.2-eksbuild.2' });
  let most = 0;
  for (let second = 0; second < 60; second++) {
    pass(twin, 1_000);
    const [proxy] = present(await twin.ports.kubernetes.listWorkloads()).filter(
      (it) => it.metadata.name === 'kube-proxy',
    );
    most = Math.max(most, 3 - (proxy?.status.numberReady ?? 0));
  }
  expect(most).toBe(1);
  expect(present(await twin.ports.eks.describeAddon({ clusterName: 'ekstest', addonName: 'kube-proxy' })).status).toBe(
    'ACTIVE',
  );
});

test('a version that does not fit the cluster is refused', async () => {
  expect(await ekstestTwin().ports.eks.updateAddon(coredns)).toMatchObject({
    status: 400,
    code: 'InvalidParameterException',
    message: 'Addon version specified is not supported',
  });
});

test('a second update while one runs is a conflict; the same token gives the same update', async () => {
  const { eks } = at121().ports;
  const { id } = present(await eks.updateAddon(coredns));
  expect(present(await eks.updateAddon(coredns)).id).toBe(id);
  expect(await eks.updateAddon({ ...coredns, clientRequestToken: 'u' })).toMatchObject({
    status: 409,
    message: expect.stringContaining(id),
  });
});

test('a role and configuration values that are passed on are kept', async () => {
  const twin = at121();
  const more = {
    serviceAccountRoleArn: 'arn:aws:iam::111122223333:role/dns',
    configurationValues: '{"replicaCount":2}',
  };
  await twin.ports.eks.updateAddon({ ...coredns, ...more });
  pass(twin, 60_000);
  expect(present(await twin.ports.eks.describeAddon(coredns))).toMatchObject(more);
});

test('an update that fails leaves the add-on at UPDATE_FAILED with the version it had', async () => {
  const twin = ekstestTwin((draft) => {
    Object.assign(draft.cluster, { version: '1.21' });
    draft.faults.updates = [
      {
        of: 'addon',
        name: 'coredns',
        status: 'Failed',
        errors: [{ errorCode: 'ConfigurationConflict', errorMessage: 'Conflicts found' }],
      },
    ] as never;
  });
  const { id } = present(await twin.ports.eks.updateAddon(coredns));
  pass(twin, 60_000);
  expect(
    present(await twin.ports.eks.describeUpdate({ name: 'ekstest', addonName: 'coredns', updateId: id })),
  ).toMatchObject({ status: 'Failed', errors: [{ errorCode: 'ConfigurationConflict' }] });
  expect(present(await twin.ports.eks.describeAddon(coredns))).toMatchObject({
    status: 'UPDATE_FAILED',
    addonVersion: 'v1.8.3-eksbuild.1',
  });
});
