import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDuration, parseDuration } from '#runbook/duration';

test.each([
  ['10m', 600_000],
  ['1h30m', 5_400_000],
  ['45s', 45_000],
  ['2h', 7_200_000],
  ['1h0m5s', 3_605_000],
  ['90m', 5_400_000],
])('reads %s', (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});

test.each(['', '10', '10 m', '-5m', '1.5h', '30m1h', 'soon', '10M', 'm'])('refuses "%s"', (text) => {
  expect(parseDuration(text)).toBeNull();
});

test('what it writes, it reads back', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000 }),
      (seconds) => parseDuration(formatDuration(seconds * 1000)) === seconds * 1000,
    ),
  );
});
