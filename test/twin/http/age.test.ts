import { describe, expect, it } from 'vitest';
import { age, humanDuration } from '#twin/http/kubernetes/tables/age';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('an age in a table', () => {
  it.each([
    [-5 * SECOND, '<invalid>'],
    [-SECOND, '0s'],
    [0, '0s'],
    [119 * SECOND, '119s'],
    [2 * MINUTE, '2m'],
    [9 * MINUTE + 5 * SECOND, '9m5s'],
    [10 * MINUTE + 59 * SECOND, '10m'],
    [179 * MINUTE, '179m'],
    [3 * HOUR, '3h'],
    [7 * HOUR + 59 * MINUTE, '7h59m'],
    [47 * HOUR, '47h'],
    [48 * HOUR, '2d'],
    [7 * DAY + 5 * HOUR, '7d5h'],
    [8 * DAY + 5 * HOUR, '8d'],
    [729 * DAY, '729d'],
    [800 * DAY, '2y70d'],
    [9 * 365 * DAY, '9y'],
  ])('of %i ms reads %s', (ms, text) => {
    expect(humanDuration(ms)).toBe(text);
  });

  it('is unknown without a creation time', () => {
    expect(age(undefined, 0)).toBe('<unknown>');
  });
});
