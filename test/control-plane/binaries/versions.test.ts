import { expect, test } from 'vitest';
import { minorOf, versionsOf } from './versions.ts';

test('a pair names both ends of a hop, a minor alone one version', () => {
  expect(versionsOf('1.36-1.37')).toEqual(['v1.36.3', 'v1.37.2']);
  expect(versionsOf('1.24')).toEqual(['v1.24.17']);
  expect(minorOf('v1.24.17')).toBe(24);
});

test('a minor that is not known is refused with those that are', () => {
  expect(() => versionsOf('1.20-1.22')).toThrow('no version for "1.22"; there is 1.20, 1.21, 1.24');
});
