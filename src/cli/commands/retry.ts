import { type Command, REACH } from '../command.ts';

export const retry: Command = {
  name: 'retry',
  arguments: ['[run]'],
  summary: 'try the failed step of a parked run again',
  options: [...REACH, 'state', 'why', 'output'],
  outputs: ['text', 'json'],
  examples: ['upgrade retry'],
  act: async (call) => (await import('../flow/send-control.ts')).sendControl(call, 'retry'),
};
