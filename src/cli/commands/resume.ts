import { type Command, REACH } from '../command.ts';

export const resume: Command = {
  name: 'resume',
  arguments: ['[run]'],
  summary: 'go on with a run that was paused, stopped or killed, also on another machine',
  options: [...REACH, 'state', 'output', 'yes', 'approve', 'takeOver', 'now'],
  outputs: ['text', 'json'],
  examples: ['upgrade resume', 'upgrade resume 20211109-083038-7f3a --state ./runs'],
  act: async (call) => (await import('../flow/resume-run.ts')).resumeRun(call),
};
