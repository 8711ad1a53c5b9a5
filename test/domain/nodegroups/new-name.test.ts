import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newGroupName } from '#domain/nodegroups/new-name';

describe('the name of the new group', () => {
  it.each([
    ['managed-ng-20', 'managed-ng-21'],
    ['web-1-20', 'web-1-21'],
    ['ng20', 'ng21'],
    ['web', 'web-1-21'],
    ['web-120', 'web-120-1-21'],
    ['20', '21'],
  ])('after %s is %s', (old, name) => {
    expect(newGroupName(old, '1.20', '1.21')).toBe(name);
  });

  it('is one that EKS takes: at most 63 characters', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/),
        fc.integer({ min: 9, max: 40 }),
        (old, minor) => {
          const name = newGroupName(old, `1.${minor}`, `1.${minor + 1}`);
          expect(name.length).toBeLessThanOrEqual(63);
          expect(name).toMatch(/^[A-Za-z0-9][A-Za-z0-9_-]*$/);
        },
      ),
    );
  });
});
