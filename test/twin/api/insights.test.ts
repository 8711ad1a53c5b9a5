import { expect, test } from 'vitest';
import { checkScenario, loadScenario } from '#twin/scenario/load';
import type { Scenario } from '#twin/scenario/schema';
import { openTwin } from '#twin/twin';
import { ekstestTwin, present } from '../../builders/ekstest.ts';

const OF = { clusterName: 'eks136', kubernetesVersion: '1.37' };

const newest = (change: (scenario: Scenario) => Partial<Scenario> = () => ({})) => {
  const scenario = loadScenario('eks-1.36');
  return openTwin(checkScenario({ ...(scenario as object), ...change(scenario) }));
};

const withWriter = (metadata: object) =>
  newest(({ objects }) => ({
    objects: objects.map((it) =>
      it.kind === 'VolumeAttributesClass' ? { ...it, metadata: { name: 'gold', ...metadata } } : it,
    ),
  }));

test('say what is true of the model: nothing that goes is in use, no kubelet is too old', async () => {
  const found = present(await newest().ports.eks.listInsights(OF));
  expect(found.map(({ name, status }) => `${name}: ${status}`)).toEqual([
    'Deprecated APIs removed in Kubernetes v1.37: PASSING',
    'Kubelet version skew: PASSING',
  ]);
});

test.each([
  ['its managed fields', { managedFields: [{ manager: 'terraform', apiVersion: 'storage.k8s.io/v1beta1' }] }],
  [
    'the note of kubectl apply',
    {
      annotations: {
        'kubectl.kubernetes.io/last-applied-configuration':
          '{"apiVersion":"storage.k8s.io/v1beta1","kind":"VolumeAttributesClass"}',
      },
    },
  ],
])('an object that was written by an API that goes is named, by %s', async (_, metadata) => {
  const { eks } = withWriter(metadata).ports;
  const [first] = present(await eks.listInsights(OF));
  expect(first?.status).toBe('ERROR');
  expect(present(await eks.describeInsight({ clusterName: 'eks136', id: first?.id ?? '' }))).toMatchObject({
    resources: ['/apis/storage.k8s.io/v1beta1/volumeattributesclasses/gold'],
    deprecations: [
      {
        usage: '/apis/storage.k8s.io/v1beta1/volumeattributesclasses',
        replacedWith: '/apis/storage.k8s.io/v1/volumeattributesclasses',
        stopServingVersion: '1.37',
      },
    ],
  });
});

test('kubelets that would be more than three minors behind are named', async () => {
  const twin = newest(({ nodes }) => ({
    nodes: nodes.map((it, index) => (index === 0 ? { ...it, kubelet: 'v1.33.4' } : it)),
  }));
  const skew = present(await twin.ports.eks.listInsights(OF)).find(({ name }) => name.startsWith('Kubelet'));
  expect(skew?.status).toBe('ERROR');
  const { resources } = present(await twin.ports.eks.describeInsight({ clusterName: 'eks136', id: skew?.id ?? '' }));
  expect(resources).toEqual(['/api/v1/nodes/ip-10-36-1-36.eu-central-1.compute.internal']);
});

test('are those of the next version, and of the one after once that is there', async () => {
  const twin = newest();
  const of = (kubernetesVersion: string) => twin.ports.eks.listInsights({ clusterName: 'eks136', kubernetesVersion });
  expect(present(await of('1.38'))).toEqual([]);
  twin.faults.happen({ set: { cluster: { version: '1.37' } } });
  expect([present(await of('1.37')).length, present(await of('1.38')).length]).toEqual([0, 2]);
});

test('a filter lets through what it names', () => {
  const list = (filter: object) => newest().face.eks.listInsights({ clusterName: 'eks136', filter }).body;
  expect(list({ categories: ['MISCONFIGURATION'] })).toMatchObject({ insights: [] });
  expect(list({ statuses: ['ERROR'] })).toMatchObject({ insights: [] });
  expect(list({ categories: ['UPGRADE_READINESS'], statuses: ['PASSING'] })).toMatchObject({ insights: [{}, {}] });
});

test('VolumeAttributesClass is served as v1beta1 until 1.36, as v1 from 1.34 on, not at all before 1.31', async () => {
  const served = async (twin: ReturnType<typeof openTwin>, apiVersion: string) =>
    present(await twin.ports.kubernetes.listKinds(apiVersion)).some(({ kind }) => kind === 'VolumeAttributesClass');
  const twin = newest();
  expect([await served(twin, 'storage.k8s.io/v1beta1'), await served(twin, 'storage.k8s.io/v1')]).toEqual([true, true]);
  twin.faults.happen({ set: { cluster: { version: '1.37' } } });
  expect([await served(twin, 'storage.k8s.io/v1beta1'), await served(twin, 'storage.k8s.io/v1')]).toEqual([
    false,
    true,
  ]);
  expect(await served(ekstestTwin(), 'storage.k8s.io/v1')).toBe(false);
});
