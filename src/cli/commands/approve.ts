import { type Command, REACH } from '../command.ts';

export const approve: Command = {
  name: 'approve',
  arguments: ['<gate>', '[run]'],
  summary: 'open a gate, for example delete-old-nodes',
  options: [...REACH, 'state', 'why', 'output'],
  outputs: ['text', 'json'],
  examples: ['upgrade approve delete-old-nodes'],
  act: async (call) => (await import('../flow/send-control.ts')).sendApproval(call),
};
