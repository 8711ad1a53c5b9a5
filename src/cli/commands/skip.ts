import { type Command, REACH } from '../command.ts';

export const skip: Command = {
  name: 'skip',
  arguments: ['[run]'],
  summary: 'leave out the failed step of a parked run, where that is harmless',
  options: [...REACH, 'state', 'why', 'output'],
  outputs: ['text', 'json'],
  examples: ['upgrade skip'],
  act: async (call) => (await import('../flow/send-control.ts')).sendControl(call, 'skip'),
};
