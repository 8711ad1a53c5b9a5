import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { renderPlan } from '#plan/render/render';
import { aPlan } from '../builders/a-plan.ts';

const golden = (name: string): string => new URL(`../golden/plan/${name}`, import.meta.url).pathname;

const blocked = aPlan({
  verdict: {
    kind: 'blocked',
    at: 'preflight: preflight.checking',
    changedBefore: false,
    failure: { code: 'ChecksBlock', message: 'one thing\nand another', hint: 'mend one\nmend the other', cause: null },
  },
  phases: [],
  actions: [],
});

test('as text it reads as an ordered procedure with parameters', async () => {
  await expect(renderPlan(aPlan(), 'text')).toMatchFileSnapshot(golden('small.txt'));
});

test('as markdown it is fit for a pull request', async () => {
  await expect(renderPlan(aPlan(), 'markdown')).toMatchFileSnapshot(golden('small.md'));
});

test('a blocked plan says so first, with the reason and what to do', async () => {
  await expect(renderPlan(blocked, 'text')).toMatchFileSnapshot(golden('blocked.txt'));
  expect(renderPlan(blocked, 'markdown')).toContain('## Upgrade of small from 1.20 to 1.21: blocked ⛔');
  expect(renderPlan(blocked, 'markdown')).toContain(
    '> `ChecksBlock`  \n> one thing  \n> and another  \n> → mend one  \n> → mend the other',
  );
});

test('as JSON and as YAML it is the same data', () => {
  expect(JSON.parse(renderPlan(aPlan(), 'json'))).toEqual(aPlan());
  expect(parse(renderPlan(aPlan(), 'yaml'))).toEqual(aPlan());
});

test('text from a cluster cannot open a tag, a table cell or a mention in a comment', () => {
  const markdown = renderPlan(
    aPlan({ findings: aPlan().findings.map((it) => ({ ...it, object: 'a`b|c', why: '</details> | @all [x](y)' })) }),
    'markdown',
  );
  expect(markdown).toContain("| `a'b\\|c` | &#60;/details&#62; \\| &#64;all \\[x\\](y) |");
});

test('a comment about thousands of everything stays within what GitHub takes, and says what is left out', () => {
  const many = <T>(items: readonly T[]): readonly T[] => Array.from({ length: 5000 }, () => items[0] as T);
  const { findings, phases, actions, gates, pointsOfNoReturn, nodes, workloads, notes, cannotJudge } = aPlan();
  const long = actions.map((it) => ({ ...it, parameters: { text: 'x'.repeat(1000) } }));
  const plan = aPlan({
    ...(blocked.verdict.kind === 'blocked' && {
      verdict: { ...blocked.verdict, failure: { ...blocked.verdict.failure, message: 'a block\n'.repeat(5000) } },
    }),
    findings: many(findings),
    phases: many(phases),
    actions: many(long),
    gates: many(gates),
    pointsOfNoReturn: many(pointsOfNoReturn),
    nodes: many(nodes),
    workloads: many(workloads),
    notes: many(notes),
    cannotJudge: many(cannotJudge),
  });
  const markdown = renderPlan(plan, 'markdown');
  expect(markdown.length).toBeLessThan(65_536);
  expect(markdown.match(/… and \d+ more, in `-o json`/g)).toHaveLength(10);
});
