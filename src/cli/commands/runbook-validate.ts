import type { Command } from '../command.ts';

export const runbookValidate: Command = {
  name: 'runbook validate',
  arguments: ['<file>'],
  summary: 'check a runbook; says file, line, column and what was expected',
  options: [],
  outputs: ['text'],
  examples: ['upgrade runbook validate runbooks/1.20-to-1.21.yaml'],
  act: async (call) => (await import('../flow/validate-runbook.ts')).validateRunbook(call),
};
