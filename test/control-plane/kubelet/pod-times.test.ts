import { expect, test } from 'vitest';
import { aSeenPod } from './a-seen-pod.ts';
import { durationOf, timesOf } from './pod-times.ts';

test('durations are read in milliseconds, seconds and minutes', () => {
  expect(['500ms', '4s', '1.5s', '2m'].map(durationOf)).toEqual([500, 4_000, 1_500, 120_000]);
});

test('what is no duration is none', () => {
  expect([undefined, '', '4', '4h', 'soon'].map(durationOf)).toEqual(Array(5).fill(undefined));
});

test('annotations of a pod come before the usual times', () => {
  const annotations = { 'kubelet.test/start': '4s', 'kubelet.test/ready': '1s' };
  const times = timesOf(aSeenPod({ metadata: { annotations } }), { start: 1, ready: 2, stop: 3 });
  expect(times).toMatchObject({ start: 4_000, ready: 1_000, stop: 3 });
});
