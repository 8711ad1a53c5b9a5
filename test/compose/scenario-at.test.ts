import { expect, it } from 'vitest';
import { loadScenario } from '#twin/scenario/load';
import { scenarioAt } from '../../src/compose/scenario-at.ts';

const NOW = Date.parse('2031-01-01T00:00:00.500Z');
const scenario = loadScenario('ekstest');
const moved = scenarioAt(scenario, NOW);

it('begins at the asked instant and keeps every age', () => {
  const age = ({ now, nodes }: typeof scenario) => Date.parse(now) - Date.parse(nodes[0]?.createdAt ?? '');
  expect(moved.now).toBe('2031-01-01T00:00:00.500Z');
  expect(Math.floor(age(moved) / 1000)).toBe(age(scenario) / 1000);
});

it('changes nothing but instants', () => {
  const plain = (it: unknown) => JSON.stringify(it).replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"instant"');
  expect(plain(moved)).toBe(plain(scenario));
});
