import { expect, test } from 'vitest';
import { parseRunbook } from '#runbook/parse';
import { formatProblem } from '#runbook/problem';
import { RUNBOOK_TEXT, runbookTextWith } from '../builders/runbook-text.ts';

const problemsOf = (text: string): readonly string[] => {
  const parsed = parseRunbook(text);
  return parsed.kind === 'runbook' ? [] : parsed.problems.map((it) => formatProblem('r.yaml', it));
};

test('reads a valid runbook into domain words', () => {
  expect(parseRunbook(RUNBOOK_TEXT)).toEqual({
    kind: 'runbook',
    runbook: {
      hop: { from: '1.20', to: '1.21' },
      strategy: 'blue-green',
      checks: ['version-skew', 'budgets'],
      removedApis: [],
      addons: {
        beforeControlPlane: [],
        beforeDelete: [],
        afterDelete: [{ name: 'coredns', version: 'default', resolveConflicts: 'OVERWRITE' }],
      },
      gates: [
        { before: 'control-plane', answeredBy: 'start' },
        { before: 'delete-old-nodes', answeredBy: 'approval' },
      ],
      bakeMs: 900_000,
      limits: {
        nodeMs: 5_400_000,
        podAfterGraceMs: 600_000,
        newGroupMs: 2_700_000,
        addonMs: 1_200_000,
        deleteMs: 1_800_000,
        controlPlaneWarningMs: 2_700_000,
      },
      notes: [
        {
          id: 'a-note',
          severity: 'watch',
          when: 'any',
          text: 'Something to know.',
          source: 'https://example.org/note',
        },
      ],
    },
  });
});

const REMOVED = `strategy: blue-green
removedApis:
  - api: storage.k8s.io/v1beta1
    kinds: [VolumeAttributesClass]
    instead: storage.k8s.io/v1
    source: https://example.org/removed`;

test('reads which APIs go with the hop', () => {
  expect(parseRunbook(runbookTextWith('strategy: blue-green', REMOVED))).toMatchObject({
    runbook: {
      removedApis: [
        {
          api: 'storage.k8s.io/v1beta1',
          kinds: ['VolumeAttributesClass'],
          instead: 'storage.k8s.io/v1',
          source: 'https://example.org/removed',
        },
      ],
    },
  });
});

test.each([
  [
    'no version',
    'storage.k8s.io/v1beta1',
    'storage.k8s.io',
    'r.yaml:7:10: removedApis[0].api: found "storage.k8s.io", expected a group and a version such as storage.k8s.io/v1beta1',
  ],
  [
    'no kind',
    '[VolumeAttributesClass]',
    '[]',
    'r.yaml:8:12: removedApis[0].kinds: found a list, expected at least one kind',
  ],
  [
    'no source',
    'https://example.org/removed',
    'a wiki',
    'r.yaml:10:13: removedApis[0].source: found "a wiki", expected a public URL that begins with https://',
  ],
])('names the place of a removed API with %s', (_, piece, instead, problem) => {
  expect(problemsOf(runbookTextWith('strategy: blue-green', REMOVED.replace(piece, instead)))).toEqual([problem]);
});

test('bake, limits, add-ons and notes have defaults', () => {
  const short = RUNBOOK_TEXT.slice(0, RUNBOOK_TEXT.indexOf('bake:')).replace(/addons:[\s\S]*(?=gates:)/, '');
  const parsed = parseRunbook(short);
  expect(parsed).toMatchObject({
    kind: 'runbook',
    runbook: { bakeMs: 600_000, limits: { nodeMs: 3_600_000, deleteMs: 1_800_000 }, notes: [] },
  });
});

test.each([
  [
    'a version without quotes',
    'from: "1.20"',
    'from: 1.20',
    'r.yaml:3:9: hop.from: found the number 1.20, expected a version in quotes such as "1.20" (without quotes YAML reads 1.20 as the number 1.2)',
  ],
  [
    'a hop of two versions',
    'to: "1.21"',
    'to: "1.22"',
    'r.yaml:4:7: hop.to: found "1.22", expected "1.21", one minor above 1.20',
  ],
  [
    'a version of another shape',
    'to: "1.21"',
    'to: "v1.21.5"',
    'r.yaml:4:7: hop.to: found "v1.21.5", expected a minor version such as "1.20"',
  ],
  [
    'a hop that is missing',
    'hop:\n  from: "1.20"\n  to: "1.21"\n',
    '',
    'r.yaml:1:1: hop: found nothing, expected a mapping with from, to',
  ],
  [
    'a format of another time',
    'format: 1',
    'format: 2',
    'r.yaml:1:9: format: found the number 2, expected 1, the only format this version of upgrade knows',
  ],
  [
    'an unknown strategy',
    'strategy: blue-green',
    'strategy: yolo',
    'r.yaml:5:11: strategy: found "yolo", expected one of blue-green',
  ],
  [
    'an unknown check',
    '- budgets',
    '- budget',
    'r.yaml:8:5: checks[1]: found "budget", expected one of reachability-and-rights, clock, node-inventory, version-skew, psp, removed-apis, free-addresses, budgets, pods-can-move, node-group-health, update-in-flight, readiness-baseline, replacement-ready',
  ],
  [
    'a check named twice',
    '- budgets',
    '- version-skew',
    'r.yaml:8:5: checks[1]: found "version-skew", expected each of the checks only once; "version-skew" is there twice',
  ],
  [
    'no checks at all',
    'checks:\n  - version-skew\n  - budgets\n',
    'checks: []\n',
    'r.yaml:6:9: checks: found a list, expected at least one check',
  ],
  [
    'an unknown moment for add-ons',
    'when: after-delete',
    'when: later',
    'r.yaml:10:11: addons[0].when: found "later", expected one of before-control-plane, before-delete, after-delete',
  ],
  [
    'an add-on version of another shape',
    'version: default',
    'version: latest',
    'r.yaml:13:18: addons[0].each[0].version: found "latest", expected default, or an add-on version such as v1.8.4-eksbuild.1',
  ],
  [
    'an unknown way with conflicts',
    'OVERWRITE',
    'FORCE',
    'r.yaml:14:27: addons[0].each[0].resolveConflicts: found "FORCE", expected one of NONE, OVERWRITE, PRESERVE',
  ],
  [
    'an add-on without a name',
    'name: coredns',
    'name:',
    'r.yaml:12:14: addons[0].each[0].name: found nothing, expected the name of an EKS add-on such as coredns',
  ],
  [
    'a delete that the start question would approve',
    'answeredBy: approval',
    'answeredBy: start',
    'r.yaml:19:17: gates[1].answeredBy: found "start", expected approval: nothing else passes the gate before delete-old-nodes',
  ],
  [
    'a gate left out',
    '  - before: delete-old-nodes\n    answeredBy: approval\n',
    '',
    'r.yaml:16:3: gates: found a list, expected a gate before delete-old-nodes, answered by approval',
  ],
  [
    'a bake without unit',
    'bake: 15m',
    'bake: 15',
    'r.yaml:20:7: bake: found the number 15, expected a duration above zero such as 10m or 1h30m',
  ],
  [
    'a bake of no time',
    'bake: 15m',
    'bake: 0m',
    'r.yaml:20:7: bake: found "0m", expected a duration above zero such as 10m or 1h30m',
  ],
  [
    'a limit in words',
    'node: 1h30m',
    'node: long',
    'r.yaml:22:9: limits.node: found "long", expected a duration above zero such as 10m or 1h30m',
  ],
  [
    'an unknown limit',
    'node: 1h30m',
    'nodes: 1h30m',
    'r.yaml:22:3: limits: found the key nodes, expected only node, podAfterGrace, newGroup, addon, delete, controlPlaneWarning',
  ],
  [
    'an unknown field',
    'strategy: blue-green',
    'strategy: blue-green\nforce: true',
    'r.yaml:6:1: found the key force, expected only format, hop, strategy, checks, removedApis, addons, gates, bake, limits, notes',
  ],
  [
    'an unknown severity',
    'severity: watch',
    'severity: high',
    'r.yaml:25:15: notes[0].severity: found "high", expected one of blocker, action, watch, info',
  ],
  [
    'an unknown moment of a note',
    'when: any',
    'when: never',
    'r.yaml:26:11: notes[0].when: found "never", expected one of any, before-control-plane, before-nodes, nodes, after-nodes, addons, after, before-next-hop',
  ],
  [
    'a source that is no public URL',
    'source: https://example.org/note',
    'source: wiki',
    'r.yaml:28:13: notes[0].source: found "wiki", expected a public URL that begins with https://',
  ],
  [
    'a list where a mapping belongs',
    'limits:\n  node: 1h30m',
    'limits:\n  - node',
    'r.yaml:22:3: limits: found a list, expected a mapping with node, podAfterGrace, newGroup, addon, delete, controlPlaneWarning',
  ],
] as const)('names the place of %s', (_, piece, instead, problem) => {
  expect(problemsOf(runbookTextWith(piece, instead))).toEqual([problem]);
});

test('names all problems at once, in the order of the file', () => {
  const text = runbookTextWith('bake: 15m', 'bake: soon')
    .replace('- budgets', '- budget')
    .replace('watch', 'high')
    .replace('strategy: blue-green\n', '');
  expect(problemsOf(text).map((it) => it.slice(0, it.indexOf(': found')))).toEqual([
    'r.yaml:1:1: strategy',
    'r.yaml:7:5: checks[1]',
    'r.yaml:19:7: bake',
    'r.yaml:24:15: notes[0].severity',
  ]);
});

test.each([
  [
    'a tab as indentation',
    runbookTextWith('  from: "1.20"', '\tfrom: "1.20"'),
    'r.yaml:3:1: found a text that is not YAML',
  ],
  [
    'a key that is there twice',
    runbookTextWith('bake: 15m', 'bake: 15m\nbake: 20m'),
    'r.yaml:21:1: found a text that is not YAML (Map keys must be unique)',
  ],
  [
    'a list that is not closed',
    runbookTextWith('strategy: blue-green', 'strategy: [blue-green'),
    'r.yaml:6:1: found a text that is not YAML',
  ],
])('names the place of %s', (_, text, beginning) => {
  expect(problemsOf(text)[0]).toContain(beginning);
});

test('an empty file is a problem, not a crash', () => {
  expect(problemsOf('')).toEqual([
    'r.yaml:1:1: found nothing, expected a mapping with format, hop, strategy, checks, removedApis, addons, gates, bake, limits, notes',
  ]);
});
