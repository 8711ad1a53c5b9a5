import { expect, test } from 'vitest';
import { aSeenPod, runningStatus, stopping } from './a-seen-pod.ts';
import { nextAct } from './next-act.ts';
import { timesOf } from './pod-times.ts';
import type { SeenPod } from './seen-pod.ts';

const next = (pod: SeenPod) => nextAct(pod, 1_000, timesOf(pod, { start: 300, ready: 200, stop: 500 }));
const annotated = (key: string, value: string) => ({ annotations: { [`kubelet.test/${key}`]: value } });

test('a bound pod runs after its start time', () => {
  expect(next(aSeenPod())).toEqual({ act: 'run', at: 1_300 });
});

test('init containers are started at once, and the others after them', () => {
  const spec = { initContainers: [{ name: 'init' }] };
  expect(next(aSeenPod({ spec }))).toEqual({ act: 'prepare', at: 1_000 });
  const prepared = { phase: 'Pending', startTime: '2026-01-01T00:00:00Z' } as const;
  expect(next(aSeenPod({ spec, status: prepared }))).toEqual({ act: 'run', at: 1_300 });
});

test('a running pod gets ready, unless it never does', () => {
  const status = runningStatus(false);
  expect(next(aSeenPod({ status }))).toEqual({ act: 'ready', at: 1_200 });
  const never = next(aSeenPod({ status, metadata: annotated('never-ready', 'true') }));
  expect(never?.at).toBe(Number.POSITIVE_INFINITY);
});

test('a ready pod of a Deployment goes on for ever', () => {
  expect(next(aSeenPod({ status: runningStatus(true) }))?.at).toBe(Number.POSITIVE_INFINITY);
});

test('a pod of a Job completes once it is ready, after the time that it names', () => {
  const ownerReferences = [{ kind: 'Job', controller: true }];
  const spec = { restartPolicy: 'Never' } as const;
  const status = runningStatus(true);
  expect(next(aSeenPod({ spec, status, metadata: { ownerReferences } }))).toEqual({ act: 'complete', at: 1_000 });
  const slow = { ownerReferences, ...annotated('runs', '4s') };
  expect(next(aSeenPod({ spec, status, metadata: slow }))).toEqual({ act: 'complete', at: 5_000 });
});

test('a bare pod that restarts never goes on until it is told to end', () => {
  const spec = { restartPolicy: 'Never' } as const;
  const status = runningStatus(true);
  expect(next(aSeenPod({ spec, status }))?.at).toBe(Number.POSITIVE_INFINITY);
  expect(next(aSeenPod({ spec, status, metadata: annotated('runs', '1s') }))?.at).toBe(2_000);
});

test('a finished pod is left alone until it is deleted, and then goes at once', () => {
  const status = { phase: 'Succeeded' } as const;
  expect(next(aSeenPod({ status }))).toBeNull();
  expect(next(aSeenPod({ status, metadata: stopping(30) }))).toEqual({ act: 'remove', at: 1_000 });
});

test('a stopping pod is reported as not ready first', () => {
  expect(next(aSeenPod({ status: runningStatus(true), metadata: stopping(30) }))).toEqual({
    act: 'unready',
    at: 1_000,
  });
});

test('a stopping pod is gone after its stop time, at the latest when its grace period ends', () => {
  const status = runningStatus(false);
  expect(next(aSeenPod({ status, metadata: stopping(30) }))).toEqual({ act: 'remove', at: 1_500 });
  const slow = { ...stopping(2), ...annotated('stop', '10s') };
  expect(next(aSeenPod({ status, metadata: slow }))).toEqual({ act: 'remove', at: 3_000 });
  expect(next(aSeenPod({ status, metadata: stopping(0) }))).toEqual({ act: 'remove', at: 1_000 });
});

test('a pod that never finishes outlives its grace period', () => {
  const metadata = { ...stopping(1), ...annotated('never-finishes', 'true') };
  expect(next(aSeenPod({ status: runningStatus(false), metadata }))?.at).toBe(Number.POSITIVE_INFINITY);
});

test('readiness follows the gates of the pod, in both directions', () => {
  const spec = { readinessGates: [{ conditionType: 'lb' }] };
  const open = { type: 'lb', status: 'True' } as const;
  const withGate = (ready: boolean, ...more: (typeof open)[]) => {
    const { conditions = [], ...rest } = runningStatus(true);
    const others = conditions.filter((it) => it.type !== 'Ready');
    return { ...rest, conditions: [...others, { type: 'Ready', status: ready ? 'True' : 'False' } as const, ...more] };
  };
  expect(next(aSeenPod({ spec, status: withGate(false) }))?.act).toBe('complete');
  expect(next(aSeenPod({ spec, status: withGate(false, open) }))).toEqual({ act: 'ready', at: 1_000 });
  expect(next(aSeenPod({ spec, status: withGate(true) }))).toEqual({ act: 'ready', at: 1_000 });
});
