import { expect, test } from 'vitest';
import { reasonsOf } from './pending-reasons.ts';

test('the words of old and new schedulers are the same reasons', () => {
  const old =
    "0/3 nodes are available: 1 Insufficient cpu, 1 node(s) had taint {a: b}, that the pod didn't tolerate, 1 node(s) had volume node affinity conflict.";
  const now =
    "0/3 nodes are available: 1 Insufficient cpu, 1 node(s) had untolerated taint(s), 1 node(s) didn't match PersistentVolume's node affinity. no new claims to deallocate, preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.";
  expect(reasonsOf(old, 3)).toBe('1 closed, 1 cpu, 1 volume');
  expect(reasonsOf(now, 3)).toBe(reasonsOf(old, 3));
});

test('nodes of other worlds, which are closed to the pod, are taken away', () => {
  const message =
    '0/9 nodes are available: 2 Too many pods, 2 node(s) were unschedulable, 5 node(s) had untolerated taint(s).';
  expect(reasonsOf(message, 3)).toBe('1 closed, 2 pods');
  expect(reasonsOf(message, 2)).toBe('2 pods');
});

test('nodes that a pod of a DaemonSet was not asked for are not its own either', () => {
  const message = "0/9 nodes are available: 1 Insufficient memory, 8 node(s) didn't satisfy plugin(s) [NodeAffinity].";
  expect(reasonsOf(message, 3)).toBe('1 memory, 2 node affinity');
});

test('what is no list of nodes stays as it is', () => {
  expect(reasonsOf('persistentvolumeclaim "a" not found', 3)).toBe('persistentvolumeclaim "a" not found');
  expect(reasonsOf('', 3)).toBe('not looked at');
});
