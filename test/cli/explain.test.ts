import { expect, test } from 'vitest';
import { allCodes } from '#errors/catalogue/find-code';
import { main } from '../../src/cli/main.ts';
import { compose } from '../../src/compose.ts';
import { surroundings } from '../builders/surroundings.ts';

async function upgrade(...argv: readonly string[]) {
  const around = surroundings();
  const exit = await main(argv, async () => ({ compose }), around);
  return { exit, ...around.printed };
}

test('docs/codes.md is what the catalogue says', async () => {
  const { exit, out } = await upgrade('explain', '-o', 'markdown');
  expect(exit).toBe(0);
  await expect(out).toMatchFileSnapshot('../../docs/codes.md');
});

test('a code is explained whole, whatever its case; several in the order they were typed', async () => {
  const one = await upgrade('explain', 'podstuck');
  const two = await upgrade('explain', 'pdb_exhausted', 'PodStuck');
  expect([one.exit, two.exit]).toEqual([0, 0]);
  await expect(`${one.out}\n--\n${two.out}`).toMatchFileSnapshot('../golden/cli/explain.txt');
});

test('without a code all are listed with their titles', async () => {
  const { exit, out } = await upgrade('explain');
  expect(exit).toBe(0);
  const lines = out.split('\n').map((line) => line.trim().replace(/ {2,}/, ': '));
  expect(lines).toEqual(expect.arrayContaining(allCodes().map(({ code, title }) => `${code}: ${title}`)));
});

test('with -o json each code is one line', async () => {
  const { out } = await upgrade('explain', 'BudgetClosed', 'parked', '-o', 'json');
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>);
  expect(lines.map(({ code }) => code)).toEqual(['BudgetClosed', 'parked']);
  expect(Object.keys(lines[0] ?? {}).sort()).toEqual(['code', 'means', 'source', 'state', 'title', 'todo', 'topic']);
});

test('a code that does not exist ends with 2 and the names that are like it', async () => {
  const { exit, out, err } = await upgrade('explain', 'PodStuk');
  expect({ exit, out }).toEqual({ exit: 2, out: '' });
  expect(err).toBe('error: there is no code "PodStuk" [WrongUse]\n  → did you mean PodStuck?\n');
});

test('a code that is like none points to the list', async () => {
  expect((await upgrade('explain', 'xyzzyxyzzy')).err).toContain('upgrade explain lists all codes');
});
