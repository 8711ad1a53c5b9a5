import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minorOf, sameMinor } from '#domain/versions/minor';
import { decideSkew, oldestAllowed } from '#domain/versions/skew';

describe('the oldest kubelet', () => {
  it.each([
    [20, 18],
    [21, 19],
    [24, 22],
    [25, 23],
    [26, 24],
    [27, 25],
    [28, 25],
    [29, 26],
    [33, 30],
    [37, 34],
  ])('that a control plane of 1.%i takes is 1.%i', (controlPlane, oldest) => {
    expect(oldestAllowed(controlPlane)).toBe(oldest);
  });

  it('is where the skew ends, for every hop', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 60 }), fc.integer({ min: 0, max: 8 }), (to, behind) => {
        const minor = to - 1 - behind;
        expect(decideSkew(minor, to - 1, to).kind).toBe(minor >= oldestAllowed(to) ? 'fits' : 'too-old');
      }),
    );
  });
});

describe('a version', () => {
  it.each([
    ['1.21', 21],
    ['v1.21.5-eks-bc4871b', 21],
    ['1.21+', 21],
    ['v1.30.0', 30],
  ])('%s has minor %i', (text, minor) => {
    expect(minorOf(text)).toBe(minor);
  });

  it.each(['latest', '', '2.21', '1.', 'v1.x', '1.21x'])('"%s" cannot be read', (text) => {
    expect(minorOf(text)).toBeNull();
    expect(sameMinor(text, text)).toBe(false);
  });
});
