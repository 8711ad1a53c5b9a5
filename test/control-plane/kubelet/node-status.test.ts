import { expect, test } from 'vitest';
import type { NodeObject } from '#twin/model/object';
import { microTime } from './node-lease.ts';
import { isMisreported, nodeStatus, registration } from './node-status.ts';
import { PodAddresses } from './pod-addresses.ts';

const AT = '2026-01-01T00:10:00Z';
const node = (ready: 'True' | 'False' | 'Unknown' = 'True'): NodeObject => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'node-1', uid: 'u', resourceVersion: '9', creationTimestamp: AT, labels: { a: 'b' } },
  spec: {},
  status: {
    addresses: [{ type: 'InternalIP', address: '10.0.1.1' }],
    conditions: [{ type: 'Ready', status: ready, lastTransitionTime: '2026-01-01T00:00:00Z' }],
    nodeInfo: { kubeletVersion: 'v1.36.3' },
  },
});

const readyOf = (it: ReturnType<typeof nodeStatus>) => it.conditions?.find(({ type }) => type === 'Ready');

test('a node is registered without what only the server may set', () => {
  const made = registration(node(), { isReady: true, logPort: 99, at: AT });
  expect(made).toMatchObject({ metadata: { name: 'node-1', labels: { a: 'b' } } });
  expect((made as NodeObject).metadata).not.toHaveProperty('resourceVersion');
  expect((made as NodeObject).metadata).not.toHaveProperty('uid');
});

test('the API server is told where it finds the logs', () => {
  const status = nodeStatus(node(), { isReady: true, logPort: 99, at: AT });
  expect(status.daemonEndpoints).toEqual({ kubeletEndpoint: { Port: 99 } });
  expect(status.addresses).toContainEqual({ type: 'ExternalIP', address: '127.0.0.1' });
});

test('readiness has a transition only when it differs from what is shown', () => {
  const readiness = { isReady: true, logPort: 99, at: AT };
  expect(readyOf(nodeStatus(node(), readiness))).toMatchObject({ lastTransitionTime: '2026-01-01T00:00:00Z' });
  const back = readyOf(nodeStatus(node(), readiness, node('Unknown')));
  expect(back).toMatchObject({ status: 'True', lastTransitionTime: AT, lastHeartbeatTime: AT });
  expect(readyOf(nodeStatus(node('False'), readiness))).toMatchObject({ status: 'True', reason: 'KubeletReady' });
});

test('a node that somebody has marked as lost is misreported', () => {
  expect(isMisreported(node('Unknown'), true)).toBe(true);
  expect(isMisreported(node('False'), true)).toBe(true);
  expect(isMisreported(node('True'), true)).toBe(false);
  expect(isMisreported(node('False'), false)).toBe(false);
});

test('a Lease is renewed in microseconds', () => {
  expect(microTime(Date.parse('2026-01-01T00:00:00.123Z'))).toBe('2026-01-01T00:00:00.123000Z');
});

test('pods of one node have different addresses, and what is given back is used again', () => {
  const addresses = new PodAddresses('10.0.1.1', 0);
  expect([addresses.of('a'), addresses.of('b'), addresses.of('a')]).toEqual(['10.0.128.2', '10.0.128.3', '10.0.128.2']);
  addresses.giveBack('a');
  expect(addresses.of('c')).toBe('10.0.128.2');
  expect(new PodAddresses('10.0.1.2', 1).of('a')).toBe('10.0.129.2');
});
