import { type Command, REACH } from '../command.ts';

export const abort: Command = {
  name: 'abort',
  arguments: ['[run]'],
  summary: 'give up a run: undoes its cordons and sizes, deletes nothing, lists what stays changed',
  options: [...REACH, 'state', 'why', 'output'],
  outputs: ['text', 'json'],
  examples: ['upgrade abort'],
  act: async (call) => (await import('../flow/send-control.ts')).sendControl(call, 'abort'),
};
