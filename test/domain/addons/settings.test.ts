import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inPlaceOf, settingsOf, withoutValues } from '#domain/addons/settings';
import { sha256 } from '#domain/addons/sha256';

const SECRET = 'hunter2-very-secret';

describe('the SHA-256', () => {
  it('is the one of the standard library, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        expect(sha256(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'));
      }),
    );
  });
});

describe('what is told of configuration values', () => {
  it('is the names of the uppermost keys, of JSON and of YAML, and never a value', () => {
    expect(settingsOf(`{"b":{"password":"${SECRET}"},"a":1}`).keys).toEqual(['a', 'b']);
    const yaml = `replicaCount: 2\nenv:\n  TOKEN: ${SECRET}\n`;
    expect(settingsOf(yaml).keys).toEqual(['env', 'replicaCount']);
    expect(JSON.stringify(settingsOf(yaml))).not.toContain(SECRET);
    expect(settingsOf(SECRET).keys).toEqual([]);
  });

  it('is the same of the values and of what stands in their place', () => {
    const values = `{"a":"${SECRET}"}`;
    expect(inPlaceOf(values)).not.toContain(SECRET);
    expect(settingsOf(inPlaceOf(values))).toEqual(settingsOf(values));
    expect(inPlaceOf(inPlaceOf(values))).toBe(inPlaceOf(values));
  });

  it('leaves a refusal its words but for those of the values', () => {
    const values = `{"replicaCount":"${SECRET}"}`;
    expect(withoutValues(`$.replicaCount: "${SECRET}" is no integer`, values)).toBe(
      '$.replicaCount: "…" is no integer',
    );
  });
});
