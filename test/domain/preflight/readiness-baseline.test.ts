import { describe, expect, it } from 'vitest';
import { readinessBaseline as check } from '#domain/preflight/readiness-baseline';
import { aStatefulSet } from '../../builders/a-web-workload.ts';
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

  it('says nothing when all are ready', () => {
    expect(look(check, { workloads: [aStatefulSet(3)] })).toEqual([]);
  });
});
