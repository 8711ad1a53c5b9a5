import { describe, expect, it } from 'vitest';
import type { Insight } from '#domain/eks/insight';
import { removedApis as check, type RemovedKind } from '#domain/preflight/removed-apis';
import { aCluster, anUpdate } from '../../builders/a-cluster.ts';
import { look } from '../../builders/look.ts';

const HOP = { from: '1.36', to: '1.37' };
const cluster = aCluster({ version: '1.36' });

const written = (...writers: readonly [manager: string, apiVersion: string][]): readonly RemovedKind[] => [
  {
    api: 'storage.k8s.io/v1beta1',
    kind: 'VolumeAttributesClass',
    instead: 'storage.k8s.io/v1',
    objects: [{ name: 'gold', writers: writers.map(([manager, apiVersion]) => ({ manager, apiVersion })) }],
  },
];

const insight = (changed: Partial<Insight>): Insight => ({
  id: 'i-1',
  name: 'Deprecated APIs removed in Kubernetes v1.37',
  status: 'ERROR',
  reason: 'Deprecated API usage detected.',
  recommendation: 'Update manifests.',
  resources: [],
  deprecations: [],
  ...changed,
});

const usage = {
  usage: '/apis/storage.k8s.io/v1beta1/volumeattributesclasses',
  replacedWith: '/apis/storage.k8s.io/v1/volumeattributesclasses',
  stopServingVersion: '1.37',
  clients: [{ userAgent: 'ebs-resizer/v1.8', requests: 412 }],
};

const lookAt = (insights: readonly Insight[]) => look(check, { cluster, insights: { kind: 'read', insights } }, HOP);

describe('an API that the target no longer serves', () => {
  it('blocks where an object was written by it, and says by whom and how to write it instead', () => {
    const kinds = written(['helm', 'storage.k8s.io/v1'], ['terraform', 'storage.k8s.io/v1beta1']);
    expect(look(check, { cluster, removedKinds: kinds }, HOP)).toEqual([
      {
        code: 'REMOVED_API_IN_USE',
        severity: 'block',
        object: 'VolumeAttributesClass/gold',
        why: 'VolumeAttributesClass/gold was written as storage.k8s.io/v1beta1, which 1.37 no longer serves, by terraform; it stays, but whoever writes it so again is refused',
        whatToDo: expect.stringMatching(
          /storage\.k8s\.io\/v1; .*kubectl get volumeattributesclass gold -o yaml --show-managed-fields$/,
        ),
      },
    ]);
  });

  it('says nothing where it is served and the objects were written otherwise', () => {
    expect(look(check, { cluster, removedKinds: written(['helm', 'storage.k8s.io/v1']) }, HOP)).toEqual([]);
    expect(look(check, { cluster, removedKinds: [] }, HOP)).toEqual([]);
  });

  it('names the namespace of an object that has one', () => {
    const [kind] = written(['helm', 'storage.k8s.io/v1beta1']);
    const objects = kind?.objects.map((it) => ({ ...it, namespace: 'shop' })) ?? [];
    const found = look(check, { cluster, removedKinds: kind ? [{ ...kind, objects }] : [] }, HOP);
    expect(found).toMatchObject([
      { object: 'VolumeAttributesClass/shop/gold', whatToDo: expect.stringContaining('-n shop') },
    ]);
  });

  it('blocks where EKS has seen a client use it, by name; a warning is a risk', () => {
    const error = insight({
      deprecations: [usage],
      resources: ['/apis/storage.k8s.io/v1beta1/volumeattributesclasses/gold'],
    });
    expect(lookAt([error])).toMatchObject([
      {
        code: 'REMOVED_API_IN_USE',
        severity: 'block',
        object: usage.usage,
        why: expect.stringContaining(
          'ebs-resizer/v1.8 (412 requests in 30 days); /apis/storage.k8s.io/v1beta1/volumeattributesclasses/gold',
        ),
        whatToDo: expect.stringContaining('aws eks describe-insight --cluster-name ekstest --id i-1'),
      },
    ]);
    expect(lookAt([insight({ status: 'WARNING', deprecations: [usage] })])).toMatchObject([{ severity: 'risk' }]);
  });

  it('is not one that goes with a later version', () => {
    const later = insight({ status: 'WARNING', deprecations: [{ ...usage, stopServingVersion: '1.38' }] });
    expect(lookAt([later])).toMatchObject([{ code: 'INSIGHT_NOT_PASSING', severity: 'risk', object: 'i-1' }]);
  });

  it('is not looked for any more once the control plane moves', () => {
    const removedKinds = written(['terraform', 'storage.k8s.io/v1beta1']);
    const update = anUpdate({ params: [{ type: 'Version', value: '1.37' }] });
    expect(look(check, { cluster, removedKinds, updates: [{ nodegroup: null, update }] }, HOP)).toEqual([]);
    expect(look(check, { cluster: aCluster({ version: '1.37' }), removedKinds }, HOP)).toEqual([]);
  });
});

describe('other insights of EKS', () => {
  it('are a risk that is told, as their own checks here decide', () => {
    const skew = insight({ name: 'Kubelet version skew', resources: ['/api/v1/nodes/n1'] });
    expect(lookAt([skew])).toMatchObject([
      {
        code: 'INSIGHT_NOT_PASSING',
        severity: 'risk',
        why: expect.stringContaining('"Kubelet version skew" is ERROR'),
      },
    ]);
  });

  it('may be unknown, which is said and stops nobody', () => {
    expect(lookAt([insight({ status: 'UNKNOWN', reason: '' })])).toMatchObject([
      { code: 'INSIGHT_UNKNOWN', severity: 'info', why: expect.stringContaining('EKS could not tell') },
    ]);
  });

  it('are not told when they pass', () => {
    expect(lookAt([insight({ status: 'PASSING', deprecations: [usage] })])).toEqual([]);
  });

  it('may be unreadable: then it is said what is not seen', () => {
    const insights = { kind: 'unreadable', why: 'not authorized [AccessDeniedException, 403]' } as const;
    expect(look(check, { cluster, insights }, HOP)).toMatchObject([
      { code: 'INSIGHTS_UNREADABLE', severity: 'risk', why: expect.stringContaining('AccessDeniedException') },
    ]);
  });
});
