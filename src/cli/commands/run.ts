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
  examples: ['upgrade run 1.20-to-1.21 --cluster ekstest --region ap-northeast-1'],
  act: async (call) => (await import('../flow/start-run.ts')).startRun(call),
};
