import { expect, test } from 'vitest';
import { value } from '#ports/answer';
import type { Insight } from '#ports/eks';
import { checkCluster } from '#steps/preflight/check-cluster';
import { aCluster } from '../../builders/a-cluster.ts';
import { aSlice, type FakePorts, refused } from '../../builders/fake-ports.ts';
import { portsOfFacts } from '../../builders/ports-of-facts.ts';

const GOING = { api: 'storage.k8s.io/v1beta1', kinds: ['VolumeAttributesClass'], instead: 'storage.k8s.io/v1' };
const KIND = { kind: 'VolumeAttributesClass', resource: 'volumeattributesclasses' };
const CLASS = { kind: 'StorageClass', resource: 'storageclasses' };

async function check(ports: FakePorts) {
  const hop = { runId: 'r1', cluster: 'ekstest', from: '1.36', to: '1.37' };
  const wanted = { phase: 'all' as const, rotations: [], accepted: [], checks: ['removed-apis'], removedApis: [GOING] };
  const result = await checkCluster.run({ ...hop, ...wanted }, ports, aSlice());
  if (result.kind !== 'done') throw new TypeError('a check always comes to an end');
  return result.output.findings;
}

const cluster = aCluster({ version: '1.36' });

/** A server that serves these kinds by version, with one object that terraform has written as v1beta1. */
function serving(
  kinds: Readonly<Record<string, readonly (typeof KIND)[]>>,
  eks: NonNullable<Parameters<typeof portsOfFacts>[1]>['eks'] = {},
) {
  const asked: string[] = [];
  const ports = portsOfFacts(
    { cluster },
    {
      eks,
      kubernetes: {
        listKinds: async (apiVersion) => value(kinds[apiVersion] ?? []),
        listWritten: async ({ apiVersion, resource }) => {
          asked.push(`${apiVersion} ${resource}`);
          return value([{ name: 'gold', writers: [{ manager: 'terraform', apiVersion: GOING.api }] }]);
        },
      },
    },
  );
  return { ports, asked };
}

test('objects are asked for by the API that stays, so that looking is no use of the one that goes', async () => {
  const { ports, asked } = serving({ 'storage.k8s.io/v1beta1': [KIND], 'storage.k8s.io/v1': [CLASS, KIND] });
  expect(await check(ports)).toMatchObject([{ code: 'REMOVED_API_IN_USE', object: 'VolumeAttributesClass/gold' }]);
  expect(asked).toEqual(['storage.k8s.io/v1 volumeattributesclasses']);
});

test('where the API that stays is not served yet they are asked for by the one that goes', async () => {
  const { ports, asked } = serving({ 'storage.k8s.io/v1beta1': [KIND], 'storage.k8s.io/v1': [CLASS] });
  expect(await check(ports)).toMatchObject([{ code: 'REMOVED_API_IN_USE' }]);
  expect(asked).toEqual(['storage.k8s.io/v1beta1 volumeattributesclasses']);
});

test('an API that is not served is not looked into, nor are its other kinds', async () => {
  const { ports, asked } = serving({ 'storage.k8s.io/v1beta1': [CLASS], 'storage.k8s.io/v1': [CLASS, KIND] });
  expect([await check(ports), asked]).toEqual([[], []]);
});

test('objects that may not be listed are a fact that is missing', async () => {
  const { ports } = serving({ 'storage.k8s.io/v1beta1': [KIND], 'storage.k8s.io/v1': [KIND] });
  const forbidden = {
    ...ports,
    kubernetes: { ...ports.kubernetes, listWritten: async () => refused(403, 'Forbidden') },
  };
  expect(await check(forbidden)).toMatchObject([{ code: 'FORBIDDEN', severity: 'block', object: 'removedKinds' }]);
});

const ERROR = { id: 'i-1', name: 'Deprecated APIs', status: 'ERROR', reason: 'used' };
const whole: Insight = { ...ERROR, recommendation: '', resources: [], deprecations: [] };

test('only what does not pass is described, and what may not be described is said', async () => {
  const described: string[] = [];
  const passing = { ...ERROR, id: 'i-2', status: 'PASSING' };
  const eks = {
    listInsights: async () => value([passing, ERROR]),
    describeInsight: async ({ id }: { readonly id: string }) => {
      described.push(id);
      return value(whole);
    },
  };
  expect(await check(serving({}, eks).ports)).toMatchObject([{ code: 'INSIGHT_NOT_PASSING', object: 'i-1' }]);
  expect(described).toEqual(['i-1']);
  const denied = { ...eks, describeInsight: async () => refused(403, 'AccessDeniedException') };
  expect(await check(serving({}, denied).ports)).toMatchObject([{ code: 'INSIGHTS_UNREADABLE', severity: 'risk' }]);
});

test('credentials that have ended are not taken for unreadable insights', async () => {
  const eks = { listInsights: async () => refused(403, 'ExpiredTokenException') };
  expect(await check(serving({}, eks).ports)).toMatchObject([{ code: 'CREDENTIALS_EXPIRED', severity: 'block' }]);
});
