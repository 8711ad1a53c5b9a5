import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findCode } from '#errors/catalogue/find-code';
import { CASES } from './cases/index.ts';
import { failuresPage } from './failures-page.ts';

const GOLDEN = fileURLToPath(new URL('../golden/failures/', import.meta.url));
const PAGE = fileURLToPath(new URL('../../docs/failures.md', import.meta.url));

describe('the failures', () => {
  it('are at least sixty, each with a name of its own', () => {
    const names = CASES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(60);
  });

  it('have a golden file each, and no file is left over', () => {
    const files = readdirSync(GOLDEN).sort();
    expect(files).toEqual(['undisturbed', ...CASES.map(({ name }) => name)].map((name) => `${name}.txt`).sort());
  });

  it('end with codes that "upgrade explain" knows', () => {
    const codes = CASES.flatMap(({ script }) => script.flatMap((act) => ('types' in act && act.code) || []));
    expect(codes.filter((code) => findCode(code).length === 0)).toEqual([]);
  });

  it('stand in docs/failures.md as they are played', async () => {
    const golden = (name: string) => readFileSync(`${GOLDEN}${name}.txt`, 'utf8');
    await expect(failuresPage(CASES, golden)).toMatchFileSnapshot(PAGE);
  });
});
