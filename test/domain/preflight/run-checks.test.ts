import { describe, expect, it } from 'vitest';
import { CHECKS } from '#domain/preflight/checks';
import type { ClusterFacts } from '#domain/preflight/facts';
import { chooseChecks, factsNeeded, runChecks } from '#domain/preflight/run-checks';
import { CHECKS as RUNBOOK_CHECKS } from '#runbook/runbook';
import { aNodegroup } from '../../builders/a-nodegroup.ts';
import { HOP, healthyCluster } from '../../builders/healthy-cluster.ts';

const names = CHECKS.map(({ name }) => name);
const all = { checks: names, phase: 'all' } as const;
const sick = { nodegroups: [aNodegroup({ status: 'DEGRADED' })] };

describe('the checks together', () => {
  it('find nothing in a healthy cluster', () => {
    expect(runChecks(all, healthyCluster(), HOP, [])).toEqual([]);
  });

  it('are the ones that a runbook may name', () => {
    expect([...names].sort()).toEqual([...RUNBOOK_CHECKS].sort());
  });

  it('turn an accepted block into a risk, by code and object', () => {
    const [finding] = runChecks(all, healthyCluster(sick), HOP, [
      { code: 'NODE_GROUP_UNHEALTHY', object: 'managed-ng-20' },
    ]);
    expect(finding).toMatchObject({ code: 'NODE_GROUP_UNHEALTHY', severity: 'risk' });
  });

  it('do not accept the same code for another object', () => {
    const [finding] = runChecks(all, healthyCluster(sick), HOP, [{ code: 'NODE_GROUP_UNHEALTHY', object: 'other' }]);
    expect(finding?.severity).toBe('block');
  });

  it('report a fact that several checks lack once', () => {
    const facts: ClusterFacts = {
      ...healthyCluster(),
      nodes: { kind: 'refused', status: 403, code: 'Forbidden', message: 'nodes is forbidden' },
    };
    const found = runChecks(all, facts, HOP, []);
    expect(found.map(({ code, object }) => `${code} ${object}`)).toEqual(['FORBIDDEN nodes']);
  });

  it('say once that the API server does not answer, and not for each fact behind it', () => {
    const silent = { kind: 'unknown', code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' } as const;
    const facts: ClusterFacts = {
      ...healthyCluster(),
      apiServer: silent,
      nodes: silent,
      pods: silent,
      subnets: silent,
    };
    const objects = (accepted: string[]) =>
      runChecks(
        all,
        facts,
        HOP,
        accepted.map((object) => ({ code: 'API_UNREACHABLE', object })),
      )
        .filter(({ severity }) => severity === 'block')
        .map(({ object }) => object);
    expect(objects([])).toEqual(['apiServer', 'subnets']);
    expect(objects(['apiServer'])).toEqual(['nodes', 'pods', 'subnets']);
  });

  it('name the phase that is asked about, or the first one that a check guards', () => {
    expect(runChecks(all, healthyCluster(sick), HOP, [])[0]?.guards).toBe('control-plane');
    expect(runChecks({ checks: names, phase: 'new-nodes' }, healthyCluster(sick), HOP, [])[0]?.guards).toBe(
      'new-nodes',
    );
  });

  it('need neither budgets nor subnets before the delete', () => {
    expect([...factsNeeded(chooseChecks({ checks: names, phase: 'delete-old-nodes' }))].sort()).toEqual([
      'apiServer',
      'cluster',
      'nodegroups',
      'nodes',
      'pods',
      'rights',
      'updates',
      'workloads',
    ]);
  });

  it('block on a check that this version does not have', () => {
    const found = runChecks({ checks: ['astrology'], phase: 'all' }, healthyCluster(), HOP, []);
    expect(found).toMatchObject([{ code: 'CHECK_UNKNOWN', severity: 'block', object: 'astrology' }]);
  });

  it('give the same list whatever the order of the facts', () => {
    const nodegroups = [
      aNodegroup({ status: 'DEGRADED' }),
      aNodegroup({ nodegroupName: 'b', status: 'CREATE_FAILED' }),
    ];
    const forward = runChecks(all, healthyCluster({ nodegroups }), HOP, []);
    expect(runChecks(all, healthyCluster({ nodegroups: nodegroups.toReversed() }), HOP, [])).toEqual(forward);
    expect(forward.length).toBe(2);
  });
});
