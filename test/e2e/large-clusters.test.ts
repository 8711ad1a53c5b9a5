import { expect, it } from 'vitest';
import type { Scenario } from '#twin/scenario/schema';
import { ekstest, Rehearsal } from './rehearsal.ts';

const LONG = 120_000;
const RECORD_LIMIT = 64 * 1024;

function deployment(name: string, namespace: string, spec: object): Scenario['objects'][number] {
  const labels = { own: name };
  const template = { metadata: { labels }, spec: { ...spec, containers: [{ name: 'it', image: 'it' }] } };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace },
    spec: { replicas: 1, selector: { matchLabels: labels }, template },
  };
}

const many = (count: number, name: string, namespace: string, spec: object = {}) =>
  Array.from({ length: count }, (_, index) => deployment(`${name}-${index}`, namespace, spec));

async function largest(run: Rehearsal): Promise<number> {
  const sizes = [];
  for (const { seq } of await run.records()) sizes.push(Buffer.byteLength((await run.log.records.read(seq)) ?? ''));
  return Math.max(...sizes);
}

it.each([150, 600])(
  'upgrades a cluster in which %i workloads were not ready before',
  { timeout: LONG },
  async (count) => {
    const scenario = structuredClone(ekstest()) as { objects: Scenario['objects'][number][] } & Scenario;
    scenario.objects.push(...many(count, 'service-that-fits-nowhere', 'default', { nodeSelector: { no: 'where' } }));
    const run = new Rehearsal(scenario);
    const ending = await run.start();
    process.stdout.write(`${count} not ready: ${ending?.kind}, largest record ${await largest(run)} bytes\n`);
    if (count < 200) expect(ending?.kind).toBe('finished');
    expect(ending).not.toMatchObject({ failure: { code: 'RecordTooLarge' } });
    expect((await run.records()).some(({ state }) => state.startsWith('work.drain'))).toBe(true);
    expect(await largest(run)).toBeLessThan(RECORD_LIMIT);
    expect(run.twin.breaches()).toEqual([]);
  },
);

it('drains nodes with some 200 different workloads each', { timeout: LONG }, async () => {
  const scenario = structuredClone(ekstest()) as { objects: Scenario['objects'][number][] } & Scenario;
  const namespace = 'team-payments-production';
  Object.assign(scenario.launchTemplates[0] ?? {}, { maxPods: 400 });
  for (const subnet of scenario.subnets) Object.assign(subnet, { availableIpAddressCount: 4000 });
  const [type] = scenario.instanceTypes;
  Object.assign(type ?? {}, { maximumNetworkInterfaces: 15, ipv4AddressesPerInterface: 50 });
  Object.assign(type?.capacity ?? {}, { pods: '400' });
  scenario.objects.push({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } });
  scenario.objects.push(...many(600, 'reconciliation-worker-for-tenant-number', namespace));
  const run = new Rehearsal(scenario);
  const ending = await run.start();
  process.stdout.write(`200 a node: ${JSON.stringify(ending).slice(0, 300)}, largest ${await largest(run)}\n`);
  expect(ending?.kind).toBe('finished');
  expect(await largest(run)).toBeLessThan(RECORD_LIMIT);
  expect(run.twin.breaches()).toEqual([]);
});
