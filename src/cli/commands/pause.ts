import { type Command, REACH } from '../command.ts';

export const pause: Command = {
  name: 'pause',
  arguments: ['[run]'],
  summary: 'stop a run at the next safe point, within 2 seconds',
  options: [...REACH, 'state', 'why', 'output'],
  outputs: ['text', 'json'],
  examples: ['upgrade pause'],
  act: async (call) => (await import('../flow/send-control.ts')).sendControl(call, 'pause'),
};
