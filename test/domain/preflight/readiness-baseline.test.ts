import { describe, expect, it } from 'vitest';
import { brokenIn } from '#domain/preflight/bound-findings';
import { readinessBaseline as check } from '#domain/preflight/readiness-baseline';
import { aStatefulSet } from '../../builders/a-web-workload.ts';
import { anAddon } from '../../builders/an-addon.ts';
import { look } from '../../builders/look.ts';

describe('the readiness baseline', () => {
  it('names a workload that is not ready before anything is changed, as a risk', () => {
    expect(look(check, { workloads: [aStatefulSet(3, 1)] })).toMatchObject([
      {
        code: 'WORKLOAD_NOT_READY',
        severity: 'risk',
        object: 'StatefulSet/default/web',
        why: expect.stringContaining('1 of 3 ready'),
      },
    ]);
  });

  it('names an add-on that is not healthy, as a risk that is remembered, and none that is being changed', () => {
    const health = [{ code: 'InsufficientNumberOfReplicas', message: 'too few', resourceIds: [] }];
    const addons = [anAddon({ status: 'DEGRADED', health }), anAddon({ addonName: 'kube-proxy', status: 'UPDATING' })];
    const found = look(check, { workloads: [aStatefulSet(3)], addons });
    expect(found).toMatchObject([
      {
        code: 'ADDON_UNHEALTHY',
        severity: 'risk',
        object: 'addon/coredns',
        why: 'not healthy before the run: add-on coredns: v1.8.3-eksbuild.1, DEGRADED; InsufficientNumberOfReplicas: too few',
      },
    ]);
    expect(brokenIn(found.map((it) => ({ ...it, guards: 'control-plane' })))).toEqual(['addon/coredns']);
  });

  it('says nothing when all are ready', () => {
    expect(look(check, { workloads: [aStatefulSet(3)] })).toEqual([]);
  });
});
