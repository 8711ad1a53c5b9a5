import { expect, it } from 'vitest';
import { Trouble } from '#steps/answer/trouble';

const MINUTE = 60_000;

it('lasts since it was first met, as long as somebody looks', () => {
  const trouble = new Trouble(2 * MINUTE);
  expect([0, 1, 2.5, 4].map((minute) => trouble.seen('a', minute * MINUTE))).toEqual([0, 0, 0, 0]);
});

it('begins anew after a time in which nobody could look, and in another effect', () => {
  const trouble = new Trouble(2 * MINUTE);
  trouble.seen('a', 0);
  expect(trouble.seen('a', 2 * MINUTE)).toBe(2 * MINUTE);
  expect(trouble.seen('b', 3 * MINUTE)).toBe(3 * MINUTE);
});
