import { describe, expect, it } from 'vitest';
import { psp as check } from '#domain/preflight/psp';
import { aCluster, anUpdate } from '../../builders/a-cluster.ts';
import { look } from '../../builders/look.ts';

describe('the policy eks.privileged', () => {
  it('blocks when it is missing below 1.25', () => {
    expect(look(check, { privilegedPolicy: null })).toMatchObject([
      { code: 'PSP_MISSING', severity: 'block', object: 'eks.privileged' },
    ]);
  });

  it('is not asked for from 1.25 on', () => {
    const facts = { privilegedPolicy: null, cluster: aCluster({ version: '1.25' }) };
    expect(look(check, facts, { from: '1.25', to: '1.26' })).toEqual([]);
  });

  it('blocks as well when it has gone meanwhile, and the control plane has moved to a version that needs it', () => {
    const facts = { privilegedPolicy: null, cluster: aCluster({ version: '1.21' }) };
    expect(look(check, facts, { from: '1.20', to: '1.21' })).toHaveLength(1);
  });

  it('may be gone once the update to 1.25 is under way', () => {
    const update = anUpdate({ params: [{ type: 'Version', value: '1.25' }] });
    const facts = {
      privilegedPolicy: null,
      cluster: aCluster({ version: '1.24' }),
      updates: [{ nodegroup: null, update }],
    };
    expect(look(check, facts, { from: '1.24', to: '1.25' })).toEqual([]);
    expect(look(check, { ...facts, updates: [] }, { from: '1.24', to: '1.25' })).toHaveLength(1);
  });
});
