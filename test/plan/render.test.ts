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

test('as text a request to Kubernetes is one line, and one to AWS has all its parameters', () => {
  const [create, remove] = aPlan().actions;
  const evict = {
    number: 1,
    atMs: 0,
    operation: 'k8s:evict pods',
    object: 'default/web-0',
    parameters: { name: 'web-0', body: { deleteOptions: { preconditions: { uid: 'u-1' } } } },
  };
  const cordon = {
    number: 1,
    atMs: 0,
    operation: 'k8s:patch nodes',
    object: 'n1',
    parameters: { name: 'n1', body: { metadata: { annotations: {} }, spec: { unschedulable: true } } },
  };
  const taint = { ...cordon, parameters: { name: 'n1', body: { spec: { taints: [{ key: 'a-taint' }] } } } };
  const text = (action: typeof evict | typeof cordon) =>
    renderPlan(aPlan({ actions: [action as never, ...(remove ? [remove] : [])] }), 'text');
  expect(text(evict)).toMatch(/^ +1\. evict default\/web-0 \(uid u-1\)\n {3}\+/m);
  expect(text(cordon)).toMatch(/^ +1\. cordon n1\n {3}\+/m);
  expect(text(taint as never)).toContain('a-taint');
  expect(renderPlan(aPlan({ actions: [evict as never, create as never] }), 'json')).toContain('preconditions');
});

test('as text findings and verdict are the last that is read, right above the question that run asks', () => {
  const lines = renderPlan(aPlan({ checks: ['budgets', 'psp'] }), 'text')
    .trimEnd()
    .split('\n');
  expect(lines.slice(-2)).toEqual([
    'Checks made: budgets, psp; found: 1 risk.',
    'It can be carried out; about 32 min, waiting for people not counted.',
  ]);
  expect(lines.indexOf('Findings')).toBeGreaterThan(lines.indexOf('Cannot be judged beforehand'));
});

test('a blocked plan has neither nodes nor workloads: they would stand half way', () => {
  const text = renderPlan(blocked, 'text');
  expect(text).not.toContain('Workloads');
  expect(text).not.toContain('Points of no return');
});

test('one pod moves, two pods move', () => {
  const node = aPlan().nodes[0];
  const text = renderPlan(aPlan({ nodes: node ? [{ ...node, podsMoved: 1 }] : [] }), 'text');
  expect(text).toContain('removed, 1 pod moves');
});
