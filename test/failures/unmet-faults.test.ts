import { expect, it } from 'vitest';
import type { JournalEntry } from '#twin/journal';
import { scenarioSchema } from '#twin/scenario/schema';
import { unmetFaults } from './unmet-faults.ts';

const faults = scenarioSchema.shape.faults.parse({
  answers: [{ of: ['eks:*'], give: 'reset' }],
  happenings: [{ what: { call: 'k8s:delete leases', of: { namespace: 'kube-system', name: 'a' } } }],
});
const call = (operation: string, more: Partial<JournalEntry>): JournalEntry => ({
  at: 0,
  operation,
  kind: 'read',
  parameters: {},
  status: 200,
  ...more,
});

it('names the faults that no call met and what nobody else did', () => {
  const healthy = [call('eks:DescribeCluster', {}), call('k8s:delete leases', { kind: 'write' })];
  expect(unmetFaults(faults, healthy)).toEqual(['no call met the fault of eks:*', 'nobody else did k8s:delete leases']);
  const refused = call('k8s:delete leases', { by: 'somebody-else', status: 404 });
  expect(unmetFaults(faults, [...healthy, refused])).toHaveLength(2);
});

it('is content once they were met', () => {
  const met = [
    call('eks:DescribeCluster', { fault: 'reset', status: 599 }),
    call('k8s:delete leases', { by: 'somebody-else' }),
  ];
  expect(unmetFaults(faults, met)).toEqual([]);
});
