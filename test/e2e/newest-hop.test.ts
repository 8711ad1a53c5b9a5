import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { loadScenario } from '#twin/scenario/load';
import type { Scenario } from '#twin/scenario/schema';
import { openTwin } from '#twin/twin';
import { main } from '../../src/cli/main.ts';
import { compose, composeOnTwinTime } from '../../src/compose.ts';
import { present } from '../builders/ekstest.ts';
import { surroundings } from '../builders/surroundings.ts';
import { Rehearsal } from './rehearsal.ts';

const rehearse = (scenario: Scenario = loadScenario('eks-1.36')) =>
  new Rehearsal(scenario, openTwin(scenario), 'runner', 'r1', '1.36-to-1.37');

const written = (apiVersion: string): Scenario => {
  const scenario = loadScenario('eks-1.36');
  const managedFields = [{ manager: 'terraform', operation: 'Update', apiVersion }];
  const objects = scenario.objects.map((it) =>
    it.kind === 'VolumeAttributesClass' ? { ...it, metadata: { ...it.metadata, managedFields } } : it,
  );
  return { ...scenario, objects };
};

describe('1.36 to 1.37', () => {
  test('ends done: all pods on the new nodes in their zones, the old group gone, four add-ons at their new versions', async () => {
    const run = rehearse();
    const { ports } = run.twin;
    const zonesOf = async () => {
      const nodes = new Map(present(await ports.kubernetes.listNodes()).map((it) => [it.metadata.name, it]));
      const pods = present(await ports.kubernetes.listPods()).filter(({ metadata }) =>
        /^(db|cache)-\d$/.test(metadata.name),
      );
      return pods.map((pod) => {
        const { labels } = nodes.get(pod.spec.nodeName ?? '')?.metadata ?? {};
        return [pod.metadata.name, labels?.['topology.kubernetes.io/zone'], labels?.['eks.amazonaws.com/nodegroup']];
      });
    };
    const before = await zonesOf();
    expect((await run.start())?.kind).toBe('finished');
    expect(await zonesOf()).toEqual(before.map(([name, zone]) => [name, zone, 'workers-1-37']));
    expect(present(await ports.eks.listNodegroups('eks136'))).toEqual(['workers-1-37']);
    const addons = present(await ports.eks.listAddons('eks136')).map(async (addonName) => {
      const { addonVersion, configurationValues } = present(
        await ports.eks.describeAddon({ clusterName: 'eks136', addonName }),
      );
      return [addonName, addonVersion, configurationValues !== undefined];
    });
    expect(await Promise.all(addons)).toEqual([
      ['aws-ebs-csi-driver', 'v1.67.0-eksbuild.1', false],
      ['coredns', 'v1.14.7-eksbuild.12', true],
      ['kube-proxy', 'v1.37.1-eksbuild.1', true],
      ['vpc-cni', 'v1.23.2-eksbuild.1', false],
    ]);
    expect(run.twin.breaches()).toEqual([]);
  });

  test('updates the add-ons while the old nodes are still there, empty', async () => {
    const run = rehearse();
    await run.start();
    const order = run.writes().map(({ operation }) => operation);
    const [drained, updated, deleted] = [
      order.lastIndexOf('k8s:evict pods'),
      order.indexOf('eks:UpdateAddon'),
      order.indexOf('eks:DeleteNodegroup'),
    ];
    expect(drained).toBeLessThan(updated);
    expect(order.lastIndexOf('eks:UpdateAddon')).toBeLessThan(deleted);
  });

  test('an add-on that is not installed as an EKS add-on is named and left alone', async () => {
    const scenario = loadScenario('eks-1.36');
    const run = rehearse({
      ...scenario,
      addons: scenario.addons.filter((it) => it.addonName !== 'aws-ebs-csi-driver'),
    });
    expect((await run.start())?.kind).toBe('finished');
    expect(run.messages).toContainEqual(
      expect.objectContaining({
        code: 'addon-left-alone',
        data: expect.objectContaining({ addon: 'aws-ebs-csi-driver' }),
      }),
    );
  });

  test('is blocked before any change where somebody writes by the API that goes, by both who look', async () => {
    const run = rehearse(written('storage.k8s.io/v1beta1'));
    expect((await run.start())?.kind).toBe('blocked');
    const blocks = run.messages.filter(
      ({ code, data }) => code === 'finding' && (data as { severity: string }).severity === 'block',
    );
    expect(blocks.map(({ data }) => (data as { code: string; object: string }).object).sort()).toEqual([
      '/apis/storage.k8s.io/v1beta1/volumeattributesclasses',
      'VolumeAttributesClass/gold',
    ]);
    expect(run.writes()).toEqual([]);
  });
});

test('through the command line: served, planned, carried out', async () => {
  const served = await (await compose()).serveTwin({ scenario: 'eks-1.36', clock: 'consent', set: {} });
  const state = await mkdtemp(join(tmpdir(), 'upgrade-newest-'));
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await served.close();
    await rm(state, { recursive: true, force: true });
  });
  vi.stubEnv('AWS_ENDPOINT_URL', served.awsUrl);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAEXAMPLEEXAMPLE00');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'example');
  vi.stubEnv('AWS_REGION', served.region);
  const composition = await composeOnTwinTime(served.controlUrl, served.controlToken);
  const upgrade = async (...argv: readonly string[]) => {
    const around = surroundings();
    const exit = await main(argv, async () => ({ compose: async () => composition }), around);
    return { exit, ...around.printed };
  };
  const hop = ['1.36-to-1.37', '--cluster', served.cluster, '--kubeconfig', served.kubeconfig];

  const plan = await upgrade('plan', ...hop);
  expect(plan.exit, plan.err).toBe(0);
  expect(plan.out).toContain('removed-apis');

  const run = await upgrade('run', ...hop, '--state', state, '--yes', '--approve', 'delete-old-nodes');
  expect(run.exit, run.err).toBe(0);
  expect(run.out).toContain('eks136 is at 1.37');
}, 60_000);
