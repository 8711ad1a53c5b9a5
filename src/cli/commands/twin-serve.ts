import type { Command } from '../command.ts';

export const twinServe: Command = {
  name: 'twin serve',
  arguments: [],
  summary: 'serve a twin as AWS and Kubernetes APIs on 127.0.0.1',
  options: ['scenario', 'clock', 'port', 'set', 'output'],
  outputs: ['text', 'json'],
  examples: ['upgrade twin serve --scenario ekstest --clock wall --set durations.controlPlane=20s'],
  act: async (call) => (await import('../flow/serve-twin.ts')).serveTwinCommand(call),
};
