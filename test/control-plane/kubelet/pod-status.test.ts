import { expect, test } from 'vitest';
import { aSeenPod, runningStatus } from './a-seen-pod.ts';
import { statusAfter } from './pod-status.ts';

const PLACE = { podIP: '10.0.128.2', hostIP: '10.0.1.1', at: '2026-01-01T00:10:00Z' };
const condition = (status: object, type: string) =>
  (status as { conditions: readonly { type: string }[] }).conditions.find((it) => it.type === type);

test('while init containers run the pod is Pending and has no address yet', () => {
  const pod = aSeenPod({ spec: { initContainers: [{ name: 'init' }] } });
  const status = statusAfter('prepare', pod, PLACE);
  expect(status).toMatchObject({ phase: 'Pending', startTime: PLACE.at, hostIP: '10.0.1.1' });
  expect(status).not.toHaveProperty('podIP');
  expect(status).toMatchObject({ initContainerStatuses: [{ name: 'init', state: { running: {} } }] });
  expect(condition(status, 'Initialized')).toMatchObject({ status: 'False' });
});

test('a running pod has its address, its init containers are done and it is not ready', () => {
  const spec = { initContainers: [{ name: 'init' }, { name: 'proxy', restartPolicy: 'Always' }] };
  const status = statusAfter('run', aSeenPod({ spec }), PLACE);
  expect(status).toMatchObject({
    phase: 'Running',
    podIPs: [{ ip: '10.0.128.2' }],
    initContainerStatuses: [{ state: { terminated: { exitCode: 0 } } }, { state: { running: {} }, started: true }],
    containerStatuses: [{ name: 'web', ready: false, state: { running: { startedAt: PLACE.at } } }],
  });
  expect(condition(status, 'Ready')).toMatchObject({ status: 'False', reason: 'ContainersNotReady' });
});

test('a ready pod keeps what was true before: its start and its transitions', () => {
  const status = statusAfter('ready', aSeenPod({ status: runningStatus(false) }), PLACE);
  expect(status).toMatchObject({ startTime: '2026-01-01T00:00:00Z' });
  expect(condition(status, 'Ready')).toMatchObject({ status: 'True', reason: null, lastTransitionTime: PLACE.at });
  const again = statusAfter('ready', aSeenPod({ status: runningStatus(true) }), PLACE);
  expect(condition(again, 'Ready')).toMatchObject({ lastTransitionTime: '2026-01-01T00:00:01Z' });
});

test('containers are ready before the gates are open, the pod is not', () => {
  const pod = aSeenPod({ spec: { readinessGates: [{ conditionType: 'lb' }] }, status: runningStatus(false) });
  const status = statusAfter('ready', pod, PLACE);
  expect(condition(status, 'ContainersReady')).toMatchObject({ status: 'True' });
  expect(condition(status, 'Ready')).toMatchObject({ status: 'False', reason: 'ReadinessGatesNotReady' });
  expect(condition(status, 'lb')).toBeUndefined();
});

test('gates that nobody looks after are opened when the pod says so', () => {
  const metadata = { annotations: { 'kubelet.test/opens-gates': 'true' } };
  const spec = { readinessGates: [{ conditionType: 'lb' }] };
  const status = statusAfter('ready', aSeenPod({ metadata, spec, status: runningStatus(false) }), PLACE);
  expect([condition(status, 'lb'), condition(status, 'Ready')]).toMatchObject([{ status: 'True' }, { status: 'True' }]);
});

test('a completed pod has succeeded, with exit code 0', () => {
  const status = statusAfter('complete', aSeenPod({ status: runningStatus(true) }), PLACE);
  expect(status).toMatchObject({ phase: 'Succeeded', containerStatuses: [{ state: { terminated: { exitCode: 0 } } }] });
  expect(condition(status, 'Ready')).toMatchObject({ status: 'False', reason: 'PodCompleted' });
});
