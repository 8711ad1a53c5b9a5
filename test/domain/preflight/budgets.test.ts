import { describe, expect, it } from 'vitest';
import { budgets as check } from '#domain/preflight/budgets';
import { aStatefulSet, aWebBudget } from '../../builders/a-web-workload.ts';
import { look } from '../../builders/look.ts';

describe('budgets', () => {
  it.each([{ minAvailable: 3 }, { minAvailable: '100%' }, { minAvailable: '67%' }, { maxUnavailable: 0 }])(
    'block when they can never allow an eviction: %o over three replicas',
    (spec) => {
      expect(look(check, { budgets: [aWebBudget('web', spec)] })).toMatchObject([
        {
          code: 'BUDGET_NEVER_ALLOWS',
          severity: 'block',
          object: 'default/web',
          why: expect.stringContaining('3 healthy of 3 expected'),
        },
      ]);
    },
  );

  it.each([{ minAvailable: '66%' }, { maxUnavailable: 1 }])('let pass what allows one: %o', (spec) => {
    expect(look(check, { budgets: [aWebBudget('web', spec)] })).toEqual([]);
  });

  it('block each pod that two of them cover', () => {
    const two = [aWebBudget('web', { minAvailable: 1 }), aWebBudget('also', { minAvailable: 1 })];
    expect(look(check, { budgets: two }).map(({ code, object }) => `${code} ${object}`)).toEqual([
      'SEVERAL_BUDGETS default/web-0',
      'SEVERAL_BUDGETS default/web-1',
      'SEVERAL_BUDGETS default/web-2',
    ]);
  });

  it('block when the disruption controller cannot compute one', () => {
    const conditions = [
      { type: 'DisruptionAllowed', status: 'False', reason: 'SyncFailed', message: 'no scale' } as const,
    ];
    expect(look(check, { budgets: [aWebBudget('web', { minAvailable: 1 }, { conditions })] })).toMatchObject([
      { code: 'BUDGET_NEVER_ALLOWS', why: expect.stringContaining('no scale') },
    ]);
  });

  it('are only a risk when they are exhausted for now', () => {
    const workloads = [aStatefulSet(4, 3)];
    expect(look(check, { workloads, budgets: [aWebBudget('web', { maxUnavailable: 1 })] })).toMatchObject([
      { code: 'BUDGET_EXHAUSTED', severity: 'risk', object: 'default/web' },
    ]);
  });

  it('do not matter for pods on nodes that are not emptied', () => {
    expect(look(check, { budgets: [aWebBudget('web', { minAvailable: 3 })] }, { rotations: [] })).toEqual([]);
  });
});
