import { describe, expect, test } from 'vitest';
import { findCode, nearCodes } from '#errors/catalogue/find-code';

const found = (text: string) => findCode(text).map(({ code }) => code);

describe('a code is found', () => {
  test('as it is written', () => expect(found('PodStuck')).toEqual(['PodStuck']));
  test('in whatever case', () => expect(found('podstuck')).toEqual(['PodStuck']));
  test('without its underscores', () => expect(found('pdbexhausted')).toEqual(['PDB_EXHAUSTED']));
  test('alone where another differs in case only', () => expect(found('FORBIDDEN')).toEqual(['FORBIDDEN']));
  test('with the other one where the text fits both', () =>
    expect(found('forbidden').sort()).toEqual(['FORBIDDEN', 'Forbidden']));
  test('never by a part of its name', () => expect(found('Pod')).toEqual([]));
});

describe('near codes', () => {
  test('are those with a letter wrong, the nearest first', () => expect(nearCodes('PodStuk')[0]).toBe('PodStuck'));
  test('are those that hold the text', () => expect(nearCodes('webhook')).toContain('WEBHOOK_DENIED'));
  test('are five at most', () => expect(nearCodes('node')).toHaveLength(5));
  test('are none where nothing is like it', () => expect(nearCodes('xyzzyxyzzy')).toEqual([]));
});
