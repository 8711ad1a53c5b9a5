import { type Command, REACH } from '../command.ts';

export const plan: Command = {
  name: 'plan',
  arguments: ['<hop>'],
  summary: 'show everything a run would do, in order, without changing anything',
  options: [...REACH, 'output', 'accept', 'newGroup', 'snapshot', 'scenario', 'set'],
  outputs: ['text', 'json', 'yaml', 'markdown'],
  examples: ['upgrade plan 1.20-to-1.21 --cluster ekstest', 'upgrade plan 1.20-to-1.21 --scenario ekstest -o markdown'],
  act: async (call) => (await import('../flow/show-plan.ts')).showPlan(call),
};
