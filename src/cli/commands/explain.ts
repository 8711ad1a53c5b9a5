import type { Command } from '../command.ts';

export const explain: Command = {
  name: 'explain',
  arguments: ['[code...]'],
  summary: 'say what a code means, how the cluster stands then, and what to do; without a code list them all',
  options: ['output'],
  outputs: ['text', 'json', 'markdown'],
  examples: ['upgrade explain PodStuck', 'upgrade explain pdb_exhausted BudgetClosed', 'upgrade explain'],
  act: async (call) => (await import('../flow/explain-codes.ts')).explainCodes(call),
};
