import { expect, test } from 'vitest';
import type { Twin } from '#twin/twin';
import { deployment, ekstestTwin, pass } from '../../builders/ekstest.ts';

const APPS = { group: 'apps', version: 'v1', namespace: 'default' };

interface Told {
  readonly metadata: { readonly creationTimestamp: string };
  readonly spec: Readonly<Record<string, unknown>>;
  readonly status: { readonly conditions?: readonly { type: string; status: string; lastTransitionTime: string }[] };
}

const told = (twin: Twin, resource: string, name: string): Told =>
  twin.face.kubernetes.get({ ...APPS, resource, name }).body as Told;

const words = (twin: Twin, name: string) =>
  Object.fromEntries((told(twin, 'deployments', name).status.conditions ?? []).map((it) => [it.type, it]));

test('a Deployment says that it is available once enough pods are ready', () => {
  const twin = ekstestTwin();
  twin.face.kubernetes.create({ ...APPS, resource: 'deployments' }, deployment('web', 2));
  expect(words(twin, 'web')).toMatchObject({
    Available: { status: 'False', reason: 'MinimumReplicasUnavailable' },
    Progressing: { status: 'True', reason: 'ReplicaSetUpdated' },
  });
  pass(twin, 60_000);
  expect(words(twin, 'web')).toMatchObject({
    Available: { status: 'True', reason: 'MinimumReplicasAvailable' },
    Progressing: { status: 'True', reason: 'NewReplicaSetAvailable' },
  });
});

test('a condition keeps its transition time as long as its status stays', () => {
  const twin = ekstestTwin();
  const before = words(twin, 'deployment').Progressing?.lastTransitionTime;
  pass(twin, 60_000);
  const pods = twin.face.kubernetes.list({ group: '', version: 'v1', resource: 'pods', labelSelector: 'app=app' });
  const [pod] = (pods.body as { items: { metadata: { name: string } }[] }).items;
  const name = pod?.metadata.name ?? '';
  twin.face.kubernetes.remove({ group: '', version: 'v1', resource: 'pods', namespace: 'default', name }, {});
  pass(twin, 60_000);
  expect(words(twin, 'deployment')).toMatchObject({
    Progressing: { reason: 'NewReplicaSetAvailable', lastTransitionTime: before },
    Available: { status: 'True' },
  });
});

test('the ReplicaSet of the start state is as old as its Deployment', () => {
  const twin = ekstestTwin();
  const list = twin.face.kubernetes.list({ ...APPS, resource: 'replicasets' }).body as { items: Told[] };
  const { creationTimestamp } = told(twin, 'deployments', 'deployment').metadata;
  expect(list.items.map((it) => it.metadata.creationTimestamp)).toEqual([creationTimestamp]);
});

test('what a workload leaves out is filled in as by the API server, and what it says stays', () => {
  const twin = ekstestTwin();
  expect(told(twin, 'statefulsets', 'statefulset').spec).toMatchObject({
    podManagementPolicy: 'OrderedReady',
    updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0 } },
  });
  const recreate = deployment('once', 1);
  const spec = { ...recreate.spec, strategy: { type: 'Recreate' } };
  twin.face.kubernetes.create({ ...APPS, resource: 'deployments' }, { ...recreate, spec });
  expect(told(twin, 'deployments', 'once').spec).toMatchObject({
    strategy: { type: 'Recreate' },
    progressDeadlineSeconds: 600,
  });
  expect(told(twin, 'deployments', 'once').spec.strategy).toEqual({ type: 'Recreate' });
});
