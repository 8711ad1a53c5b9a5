import { readdirSync, readFileSync } from 'node:fs';
import { expect, expectTypeOf, test } from 'vitest';
import type { EndingCode } from '#errors/catalogue/catalogue';
import { allCodes } from '#errors/catalogue/find-code';
import { COMMANDS } from '../../src/cli/commands/index.ts';
import type { EndingReport } from '../../src/cli/flow/describe-ending.ts';

const SRC = new URL('../../src/', import.meta.url);

const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.startsWith('errors/catalogue/'))
  .map((file) => ({ file, text: readFileSync(new URL(file, SRC), 'utf8') }));

const codes = allCodes();
const known = new Set(codes.map(({ code }) => code));

test.each(codes.map(({ code }) => code))('%s is used in src', (code) => {
  expect(sources.some(({ text }) => text.includes(`'${code}'`))).toBe(true);
});

// What has the form of a code, where only a code of ours can stand; the twin speaks as the APIs do.
const PLACES = [
  /new UpgradeError\(\s*'(\w+)'/g,
  /\bcode: '([A-Z]\w*)'/g,
  /\bcode: [^'\n]*\? '([A-Z]\w*)' : '([A-Z]\w*)'/g,
  /: (?:Failure|Finding|Drain|NoAnswer)Code = '(\w+)'/g,
];

// Of AWS: an issue of a cluster without a code.
const OF_THE_APIS = new Set(['Unknown']);

test('every code that src writes down is in the catalogue', () => {
  const written = sources
    .filter(({ file }) => !file.startsWith('twin/'))
    .flatMap(({ text }) => PLACES.flatMap((place) => [...text.matchAll(place)].flatMap(([, ...found]) => found)))
    .filter((code) => code !== undefined && !OF_THE_APIS.has(code));
  expect(written.length).toBeGreaterThan(80);
  expect(written.filter((code) => !known.has(code))).toEqual([]);
});

test('no code stands in two topics', () => {
  expect(codes.map(({ code }) => code).filter((code, at, all) => all.indexOf(code) !== at)).toEqual([]);
});

test('the endings are those of the engine', () => {
  expectTypeOf<EndingCode>().toEqualTypeOf<EndingReport['ending']>();
});

test.each(codes.map((it) => [it.code, it] as const))('%s is explained in whole sentences', (_, entry) => {
  expect(entry.title).toMatch(/^[\w-][^\n]{8,90}[^.\n]$/);
  expect(entry.means).toMatch(/^[A-Z][^\n]{20,}[.:?]$/);
  if (entry.state !== null) expect(entry.state).toMatch(/^[A-Z].*\.$/);
  expect(entry.todo).toMatch(/[.`]$/);
  if (entry.source !== undefined) expect(entry.source).toMatch(/^https:\/\/[^\s]+$/);
});

test('the commands of upgrade that the entries name exist', () => {
  const names = COMMANDS.map(({ name }) => name);
  const texts = codes.flatMap(({ means, state, todo }) => [means, state ?? '', todo]);
  const typed = texts.flatMap((text) => [...text.matchAll(/`upgrade ([^`]+)`/g)].map(([, words = '']) => words));
  const unknown = typed.filter((words) => !words.startsWith('<') && !words.startsWith('--'));
  expect(unknown.filter((words) => !names.some((name) => words === name || words.startsWith(`${name} `)))).toEqual([]);
});
