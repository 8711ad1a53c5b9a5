import { type Command, REACH } from '../command.ts';

export const run: Command = {
  name: 'run',
  arguments: ['<hop>'],
  summary: 'carry out a hop, for example 1.20-to-1.21; stops at gates and can be resumed',
  options: [
    ...REACH,
    'state',
    'output',
    'yes',
    'approve',
    'accept',
    'newGroup',
    'dryRun',
    'snapshot',
    'scenario',
    'set',
  ],
  outputs: ['text', 'json', 'yaml', 'markdown'],
  told: {
    output: 'text, json; with --dry-run also yaml, markdown',
    state:
      'where runs are kept (default: eks-upgrade-runbook in the XDG state folder; without a terminal it must be named)',
    snapshot: 'with --dry-run: plan from this snapshot instead of the live cluster',
    scenario: 'with --dry-run: a twin of this scenario instead of a cluster',
    set: 'with --scenario: change one value of it, e.g. durations.controlPlane=20s (repeatable)',
  },
  examples: ['upgrade run 1.20-to-1.21 --cluster ekstest --region ap-northeast-1'],
  act: async (call) => (await import('../flow/start-run.ts')).startRun(call),
};
