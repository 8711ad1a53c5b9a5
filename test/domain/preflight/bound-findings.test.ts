import { expect, it } from 'vitest';
import { boundFindings, brokenIn } from '#domain/preflight/bound-findings';
import type { Finding } from '#domain/preflight/finding';

const finding = (index: number, severity: Finding['severity']): Finding => ({
  code: 'WORKLOAD_NOT_READY',
  severity,
  object: `Deployment/a-namespace-with-a-name/a-service-with-a-name-${index}`,
  why: 'w'.repeat(200),
  whatToDo: 't'.repeat(100),
  guards: 'drain',
});

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => finding(index, index === count - 1 ? 'block' : 'risk'));

it('keeps a few findings as they are', () => {
  expect(boundFindings(many(30))).toEqual(many(30));
});

it.each([100, 1_000, 20_000])('keeps of %i findings what a record can hold, what blocks first and in full', (count) => {
  const kept = boundFindings(many(count));
  expect(JSON.stringify(kept).length).toBeLessThan(20_000);
  expect(kept[0]).toEqual(finding(count - 1, 'block'));
  expect(kept.length).toBeGreaterThan(40);
});

it('remembers the names of what was not ready beyond the findings that are kept', () => {
  const findings = many(150);
  expect(boundFindings(findings).length).toBeLessThan(150);
  expect(brokenIn(findings)).toEqual(findings.map(({ object }) => object));
  expect(brokenIn(many(1_000))).toHaveLength(200);
});
