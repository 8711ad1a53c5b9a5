import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Table, tableKey } from '#twin/model/table';

test('a table lists what a sorted map would, whatever is put in, replaced and taken out, and whenever it is listed', () => {
  const act = fc.record({
    kind: fc.constantFrom('set', 'set', 'delete', 'list'),
    key: fc.integer({ min: 0, max: 200 }),
  });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 400 }), (acts) => {
      const table = new Table<string>();
      const model = new Map<string, string>();
      const expected = () => [...model.keys()].sort().map((key) => model.get(key));
      for (const [index, { kind, key }] of acts.entries()) {
        if (kind === 'set') {
          table.set(`k${key}`, `v${index}`);
          model.set(`k${key}`, `v${index}`);
        } else if (kind === 'delete') {
          table.delete(`k${key}`);
          model.delete(`k${key}`);
        } else expect(table.list()).toEqual(expected());
      }
      expect(table.list()).toEqual(expected());
      expect(table.size).toBe(model.size);
    }),
  );
});

test('a list that was handed out stays as it was', () => {
  const table = new Table<number>();
  table.set('b', 2);
  const before = table.list();
  table.set('a', 1);
  expect([before, table.list()]).toEqual([[2], [1, 2]]);
});

test('namespaces come in order before names, also when one is the beginning of another', () => {
  const keys = [tableKey('a-b', 'x'), tableKey('a', 'z'), tableKey('a', 'y'), tableKey(undefined, 'n')];
  expect([...keys].sort()).toEqual([' n', 'a y', 'a z', 'a-b x']);
});
