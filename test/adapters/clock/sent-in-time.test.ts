import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { notSent, sentInTime } from '#adapters/clock/sent-in-time';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('lets a change be sent for ten seconds after it was decided', () => {
  const mayBeSent = sentInTime();
  expect(mayBeSent()).toBe(true);
  vi.advanceTimersByTime(9_000);
  expect(mayBeSent()).toBe(true);
  vi.advanceTimersByTime(2_000);
  expect(mayBeSent()).toBe(false);
});

it('counts the sleep of a machine, in which only the wall clock goes on, and a clock that was set back', () => {
  const mayBeSent = sentInTime();
  vi.setSystemTime(Date.now() + 60_000);
  expect(mayBeSent()).toBe(false);
  vi.setSystemTime(Date.now() - 3_600_000);
  expect(mayBeSent()).toBe(false);
});

it('says so with a code of ours', () => {
  expect(notSent()).toMatchObject({ code: 'NotSent' });
});
