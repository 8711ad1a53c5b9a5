import { expect, it } from 'vitest';
import { decideComeback } from '#domain/drain/workload-back';
import { aWorkload } from '../../builders/a-workload.ts';

const web = (parts: Parameters<typeof aWorkload>[1]) => aWorkload('Deployment/default/web', parts);
const before = { uid: 'uid-web', ready: 3 };

it('is back with as many ready pods as before', () => {
  expect(decideComeback(before, web({ ready: 3 }))).toEqual({ kind: 'back', ready: 3 });
  expect(decideComeback(before, web({ ready: 2 }))).toEqual({ kind: 'waits', why: '2 of 3 ready' });
});

it('need not have more than it wants now', () => {
  expect(decideComeback(before, web({ replicas: 1, ready: 1 })).kind).toBe('back');
});

it('need not be better than before', () => {
  expect(decideComeback({ uid: 'uid-web', ready: 0 }, web({ ready: 0 })).kind).toBe('back');
});

it('waits while its controller has not seen the latest change', () => {
  expect(decideComeback(before, web({ generation: 5, observedGeneration: 4 })).kind).toBe('waits');
});

it('is not waited for when it was deleted, or made anew under the same name', () => {
  expect(decideComeback(before, undefined).kind).toBe('deleted');
  expect(decideComeback(before, web({ uid: 'another', ready: 0 })).kind).toBe('deleted');
});
