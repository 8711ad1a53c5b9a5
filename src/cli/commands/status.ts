import { type Command, REACH } from '../command.ts';

export const status: Command = {
  name: 'status',
  arguments: ['[run]'],
  summary: 'show where a run stands, what it waits for and what to type next',
  options: [...REACH, 'state', 'output'],
  outputs: ['text', 'json'],
  examples: ['upgrade status', 'upgrade status -o json'],
  act: async (call) => (await import('../flow/show-status.ts')).showStatus(call),
};
