import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareAddonVersions, parseAddonVersion } from '#domain/addons/version';

const part = fc.integer({ min: 0, max: 30 });
const anyVersion = fc.tuple(part, part, part, part).map(([a, b, c, d]) => `v${a}.${b}.${c}-eksbuild.${d}`);

describe('an add-on version', () => {
  it.each([
    ['v1.8.3-eksbuild.1', 'v1.8.4-eksbuild.1'],
    ['v1.8.4-eksbuild.1', 'v1.8.4-eksbuild.2'],
    ['v1.9.0-eksbuild.9', 'v1.10.1-eksbuild.1'],
    ['v1.8.4', 'v1.8.4-eksbuild.1'],
  ])('%s is older than %s', (older, newer) => {
    expect(compareAddonVersions(older, newer)).toBeLessThan(0);
    expect(compareAddonVersions(newer, older)).toBeGreaterThan(0);
  });

  it('is compared in a total order', () => {
    fc.assert(
      fc.property(anyVersion, anyVersion, anyVersion, (a, b, c) => {
        const [ab, bc, ac] = [
          compareAddonVersions(a, b) ?? 0,
          compareAddonVersions(b, c) ?? 0,
          compareAddonVersions(a, c) ?? 0,
        ];
        expect(Math.sign(ab)).toBe(-Math.sign(compareAddonVersions(b, a) ?? 0) + 0);
        if (ab <= 0 && bc <= 0) expect(ac).toBeLessThanOrEqual(0);
        expect(ab === 0).toBe(a === b);
      }),
    );
  });

  it('that cannot be read compares with nothing', () => {
    expect(parseAddonVersion('v1.8.4-custom')).toBeNull();
    expect(compareAddonVersions('v1.8.4-custom', 'v1.8.4-eksbuild.1')).toBeNull();
  });
});
