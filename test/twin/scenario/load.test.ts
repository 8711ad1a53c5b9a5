import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { UpgradeError } from '#errors/upgrade-error';
import { checkScenario, loadScenario, parseScenario } from '#twin/scenario/load';
import { openTwin } from '#twin/twin';
import { ekstest } from '../../builders/ekstest.ts';

const TEXT = readFileSync(new URL('../../../src/twin/scenario/ekstest.yaml', import.meta.url), 'utf8');

function refusal(text: string): UpgradeError {
  try {
    parseScenario(text, 'my.yaml');
  } catch (error) {
    if (error instanceof UpgradeError) return error;
  }
  throw new TypeError('the scenario was taken');
}

test('an unknown key is refused with its place', () => {
  const error = refusal(TEXT.replace('  vpcId:', '  vpc: x\n  vpcId:'));
  expect([error.code, error.exit]).toEqual(['ScenarioInvalid', 2]);
  expect(error.message).toMatch(/^my\.yaml:\d+:\d+ cluster: Unrecognized key: "vpc"$/);
});

test('a wrong value is refused with line, column and what was expected', () => {
  const error = refusal(TEXT.replace('settled: true', 'settled: true\ndurations: { podStart: soon }'));
  expect(error.message).toMatch(/^my\.yaml:\d+:\d+ durations\.podStart: expected a duration such as "90s"/);
});

test('a version without quotes is no text and is refused', () => {
  const unquoted = TEXT.replace(/version: "1\.20"\n {2}platformVersion/, 'version: 1.20\n  platformVersion');
  expect(refusal(unquoted).message).toContain('cluster.version: Invalid input: expected string');
});

test('broken YAML is refused with its place', () => {
  expect(refusal('format: 1\nname: [').message).toMatch(/^my\.yaml:\d+:\d+ /);
});

test('a scenario that is neither built in nor a file is named', () => {
  expect(() => loadScenario('no-such-thing')).toThrow(/there is no scenario "no-such-thing"/);
});

test('what was checked can be checked again, so that values can be replaced', () => {
  const once = loadScenario('ekstest');
  expect(checkScenario(structuredClone(once))).toEqual(once);
});

test('durations are read into milliseconds', () => {
  expect(loadScenario('ekstest').durations).toMatchObject({ controlPlane: 1_686_000, addonUpdate: 60_000 });
});

test.each([
  [
    'a node of a group that is not described',
    (draft: Parameters<NonNullable<Parameters<typeof ekstest>[0]>>[0]) =>
      Object.assign(draft.nodes[0] ?? {}, { group: 'other' }),
    /node group "other"/,
  ],
  [
    'a node outside of all subnets',
    (draft: Parameters<NonNullable<Parameters<typeof ekstest>[0]>>[0]) =>
      Object.assign(draft.nodes[0] ?? {}, { address: '10.9.9.9' }),
    /none of the subnets/,
  ],
  [
    'an object of a kind that the twin does not know',
    (draft: Parameters<NonNullable<Parameters<typeof ekstest>[0]>>[0]) =>
      draft.objects.push({ apiVersion: 'x/v1', kind: 'Y', metadata: { name: 'z' } } as never),
    /does not know Y of x\/v1/,
  ],
])('%s is refused by name', (_, change, message) => {
  expect(() => openTwin(ekstest(change))).toThrow(message);
});
