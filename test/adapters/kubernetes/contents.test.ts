import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Contents } from '#adapters/kubernetes/contents';
import type { RawObject } from '#adapters/kubernetes/objects';

const object = (namespace: string, name: string, resourceVersion: string): RawObject => ({
  metadata: { namespace, name, uid: `${namespace}/${name}`, resourceVersion },
});

const anyChange = fc.record({
  namespace: fc.constantFrom('a', 'b', 'a-b'),
  name: fc.constantFrom('x', 'y', 'z', 'x-1', 'X'),
  isRemoval: fc.boolean(),
});

it('holds after any changes what a map would hold, sorted by namespace and name', () => {
  fc.assert(
    fc.property(fc.array(anyChange, { maxLength: 40 }), (changes) => {
      const contents = new Contents((it) => it);
      const map = new Map<string, RawObject>();
      changes.forEach(({ namespace, name, isRemoval }, version) => {
        const it = object(namespace, name, String(version));
        if (isRemoval) map.delete(`${namespace}/${name}`);
        else map.set(`${namespace}/${name}`, it);
        if (isRemoval) contents.remove(it);
        else contents.put(it);
      });
      const key = ({ metadata }: RawObject) => `${metadata.namespace}\0${metadata.name}`;
      expect(contents.all()).toEqual([...map.values()].sort((a, b) => (key(a) < key(b) ? -1 : 1)));
    }),
  );
});

it('gives snapshots that later changes leave alone, and the same one while nothing changes', () => {
  const contents = new Contents((it) => it);
  contents.replace([object('a', 'y', '1'), object('a', 'x', '1')]);
  const before = contents.all();
  expect(contents.all()).toBe(before);
  contents.remove(object('a', 'x', '2'));
  expect(before.map((it) => it.metadata.name)).toEqual(['x', 'y']);
  expect(contents.all().map((it) => it.metadata.name)).toEqual(['y']);
});
