import { expect, it } from 'vitest';
import { boundLines } from '../../../src/steps/answer/bound-lines.ts';

it('keeps a list that fits', () => {
  expect(boundLines(['a', 'b'])).toEqual(['a', 'b']);
  expect(boundLines([])).toEqual([]);
});

it('keeps of thousands of lines what a record can hold, and counts the rest', () => {
  const lines = Array.from({ length: 5_000 }, (_, index) => `node ip-10-0-0-${index} is at v1.21.5, Ready`);
  const kept = boundLines(lines);
  expect(JSON.stringify(kept).length).toBeLessThan(12_000);
  expect(kept.at(-1)).toBe(`and ${5_000 - kept.length + 1} more`);
});
