import { describe, expect, it } from 'vitest';
import { CHECKS } from '#domain/preflight/checks';
import type { Phase } from '#domain/preflight/finding';
import { value } from '#ports/answer';
import type { Access } from '#ports/kubernetes';
import { checkCluster } from '#steps/preflight/check-cluster';
import { anUpdate, aSubnet } from '../../builders/a-cluster.ts';
import { RUN } from '../../builders/a-hop.ts';
import { aNodegroup } from '../../builders/a-nodegroup.ts';
import { answers, aSlice, type FakePorts, gone, refused } from '../../builders/fake-ports.ts';
import { HOP } from '../../builders/healthy-cluster.ts';
import { portsOfFacts } from '../../builders/ports-of-facts.ts';

function run(ports: FakePorts, phase: Phase | 'all', checks = CHECKS.map(({ name }) => name), slice = aSlice()) {
  return checkCluster.run({ ...RUN, phase, rotations: HOP.rotations, accepted: [], checks }, ports, slice);
}

async function check(ports: FakePorts, phase: Phase | 'all' = 'all', checks = CHECKS.map(({ name }) => name)) {
  const result = await run(ports, phase, checks);
  if (result.kind !== 'done') throw new TypeError('a check always comes to an end');
  return { ...result.output, said: ports.messages.length, codes: result.output.findings.map(({ code }) => code) };
}

describe('checking the cluster', () => {
  it('finds nothing in a healthy one, by reading alone', async () => {
    const ports = portsOfFacts();
    expect(await check(ports)).toEqual({ findings: [], blocked: false, broken: [], said: 0, codes: [] });
    expect(ports.calls.filter((it) => !/\.(list|describe|version|mayI|get)/.test(it))).toEqual([]);
  });

  it('blocks on a missing policy, told from one that could not be read', async () => {
    expect((await check(portsOfFacts({ privilegedPolicy: null }))).codes).toEqual(['PSP_MISSING']);
    const forbidden = { kubernetes: { getPodSecurityPolicy: async () => refused(403, 'Forbidden') } };
    expect(await check(portsOfFacts({}, forbidden))).toMatchObject({
      blocked: true,
      findings: [{ code: 'FORBIDDEN', object: 'privilegedPolicy' }],
    });
  });

  it('blocks when the right to evict is missing', async () => {
    const mayI = async ({ subresource }: Access) => value({ allowed: subresource !== 'eviction', reason: '' });
    expect((await check(portsOfFacts({}, { kubernetes: { mayI } }))).codes).toEqual(['RIGHT_MISSING']);
  });

  it('names an update of a node group that is under way', async () => {
    const nodegroups = [aNodegroup({ status: 'UPDATING' })];
    const update = anUpdate({ id: 'u-5', type: 'VersionUpdate' });
    const found = await check(portsOfFacts({ nodegroups, updates: [{ nodegroup: 'managed-ng-20', update }] }));
    expect(found).toMatchObject({
      blocked: true,
      findings: [{ code: 'UPDATE_IN_FLIGHT', object: 'managed-ng-20', why: expect.stringContaining('u-5') }],
    });
  });

  it('lets an update to the wanted version pass as news', async () => {
    expect(await check(portsOfFacts({ updates: [{ nodegroup: null, update: anUpdate() }] }))).toMatchObject({
      blocked: false,
      codes: ['UPDATE_ADOPTED'],
    });
  });

  it('ends with one finding when there is no such cluster', async () => {
    const none = {
      eks: { describeCluster: answers<never>(gone('cluster')), listNodegroups: answers<never>(gone('cluster')) },
    };
    const found = await check(portsOfFacts({}, none));
    expect(found.codes).toContain('CLUSTER_NOT_FOUND');
    expect(found.blocked).toBe(true);
  });

  it('asks an API that throttles again, and an API that stays away three times', async () => {
    const once = { kubernetes: { listNodes: answers(refused(429, 'TooManyRequests'), value([])) } };
    expect((await check(portsOfFacts({}, once), 'all', ['node-inventory'])).codes).toEqual([]);
    const away = portsOfFacts(
      {},
      {
        kubernetes: {
          version: answers<never>({ kind: 'unknown', code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' }),
        },
      },
    );
    expect((await check(away, 'all', ['reachability-and-rights'])).findings).toMatchObject([
      { code: 'API_UNREACHABLE', why: expect.stringContaining('ECONNREFUSED') },
    ]);
    expect(away.calls.filter((it) => it === 'kubernetes.version')).toHaveLength(3);
  });

  it('asks before a phase only for what its checks need', async () => {
    const ports = portsOfFacts();
    await check(ports, 'addons');
    expect([...new Set(ports.calls)].sort()).toEqual(['eks.describeCluster', 'kubernetes.mayI', 'kubernetes.version']);
  });

  it('waits before a phase for an API that does not answer, instead of blocking', async () => {
    const away = refused(503, 'ServiceUnavailable');
    expect(await run(portsOfFacts({}, { kubernetes: { version: async () => away } }), 'drain')).toMatchObject({
      kind: 'again',
      waitingFor: { what: expect.stringContaining('ServiceUnavailable') },
    });
  });

  it('waits before a phase for an update that EKS lists and does not describe yet', async () => {
    const eks = { listUpdates: answers(value(['u-1'])), describeUpdate: answers<never>(gone('update')) };
    expect(await run(portsOfFacts({}, { eks }), 'new-nodes')).toMatchObject({
      kind: 'again',
      waitingFor: { what: expect.stringContaining('DescribeUpdate does not know update u-1 yet') },
    });
  });

  it('asks before a phase for a pause when credentials are not accepted', async () => {
    const expired = { kubernetes: { listNodes: async () => refused(401, 'Unauthorized') } };
    await expect(run(portsOfFacts({}, expired), 'drain')).rejects.toMatchObject({
      code: 'CredentialsExpired',
      exit: 4,
    });
    expect((await check(portsOfFacts({}, expired))).codes).toContain('CREDENTIALS_EXPIRED');
  });

  it('waits before a phase for two minutes for what Kubernetes forbids: a server that has just started knows no rights', async () => {
    const forbidden = { kubernetes: { listPods: async () => refused(403, 'Forbidden') } };
    const resumed = aSlice({ scheduledAt: aSlice().scheduledAt - 3_600_000 });
    expect(await run(portsOfFacts({}, forbidden), 'drain', undefined, resumed)).toMatchObject({
      kind: 'again',
      waitingFor: { what: expect.stringContaining('[Forbidden, 403]') },
    });
    const late = aSlice({ troubledSince: () => aSlice().scheduledAt - 120_000 });
    expect(await run(portsOfFacts({}, forbidden), 'drain', undefined, late)).toMatchObject({
      output: { blocked: true, findings: expect.arrayContaining([expect.objectContaining({ code: 'FORBIDDEN' })]) },
    });
  });

  it('blocks before a phase at once on what AWS forbids', async () => {
    const forbidden = { eks: { describeCluster: async () => refused(403, 'AccessDeniedException') } };
    expect((await check(portsOfFacts({}, forbidden), 'addons')).codes).toContain('FORBIDDEN');
  });

  it('gives new nodes two minutes before the delete, and then blocks', async () => {
    expect(await run(portsOfFacts(), 'delete-old-nodes')).toMatchObject({
      kind: 'again',
      waitingFor: { what: expect.stringContaining('managed-ng-21') },
    });
    const late = aSlice({ troubledSince: () => aSlice().scheduledAt - 120_000 });
    expect(await run(portsOfFacts(), 'delete-old-nodes', undefined, late)).toMatchObject({
      output: { blocked: true, findings: [{ code: 'REPLACEMENT_NOT_READY' }] },
    });
  });

  it('says every finding at the start, and only what blocks before a phase', async () => {
    const facts = {
      updates: [{ nodegroup: null, update: anUpdate() }],
      subnets: [aSubnet('a', 20), aSubnet('c', 20), aSubnet('d', 3)],
    };
    expect((await check(portsOfFacts(facts))).said).toBe(2);
    expect(await check(portsOfFacts(facts), 'control-plane')).toMatchObject({
      said: 1,
      codes: ['TOO_FEW_ADDRESSES_FOR_NODES', 'UPDATE_ADOPTED'],
    });
  });
});
