import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadRunbook } from '#runbook/load';
import { loadScenario } from '#twin/scenario/load';
import { RUNBOOK_TEXT } from '../builders/runbook-text.ts';

const folder = mkdtempSync(join(tmpdir(), 'runbook-'));
const SECRET = 'hunter2-very-secret';

function refusalOf(text: string, load: (file: string) => unknown = loadRunbook): Error {
  const file = join(folder, 'foreign.yaml');
  writeFileSync(file, text);
  try {
    load(file);
  } catch (thrown) {
    return thrown as Error;
  }
  throw new TypeError('it was taken');
}

test.each([
  ['a list of users', `root:x:0:0:root:/root:/bin/sh\ngames:${SECRET}:5:60::/usr/games:/bin/false\n`],
  ['a text without an end', `password: "${SECRET}\n`],
  ['a mapping of its own', `aws_secret: ${SECRET}\nother: [${SECRET}]\n`],
  ['a list', `- ${SECRET}\n`],
  ['broken YAML', `a: b: ${SECRET}\n*x ${SECRET}\n`],
])('a file that is no runbook is refused without repeating what is in it: %s', (_, text) => {
  for (const load of [loadRunbook, loadScenario]) {
    const refusal = refusalOf(text, load);
    expect(refusal).toMatchObject({ exit: 2 });
    expect(refusal.message).not.toContain(SECRET);
  }
});

test('of a long text in a runbook only the beginning is repeated', () => {
  const { message } = refusalOf(RUNBOOK_TEXT.replace('strategy: blue-green', `strategy: ${'long '.repeat(500)}`));
  expect(message).toContain('strategy: found "long long');
  expect(message.length).toBeLessThan(400);
});

const bomb = ['b: &b [l, l, l, l, l, l, l, l, l, l]']
  .concat(['c', 'd', 'e', 'f'].map((name, i) => `${name}: &${name} [${Array(10).fill(`*${'bcde'[i]}`).join(', ')}]`))
  .join('\n');

test('aliases that multiply without end are refused as wrong use', () => {
  expect(refusalOf(`${RUNBOOK_TEXT}\n${bomb}\n`)).toMatchObject({ code: 'RunbookInvalid', exit: 2 });
  expect(refusalOf(`format: 1\n${bomb}\n`, loadScenario)).toMatchObject({ code: 'ScenarioInvalid', exit: 2 });
});

test('a folder in the place of a snapshot is refused as wrong use', () => {
  expect(() => loadScenario(folder)).toThrow(expect.objectContaining({ code: 'ScenarioNotFound', exit: 2 }));
});
