import type { Command } from '../command.ts';

export const graph: Command = {
  name: 'graph',
  arguments: ['<hop>'],
  summary: 'print the procedure of a hop as a mermaid diagram',
  options: [],
  outputs: ['text'],
  examples: ['upgrade graph 1.20-to-1.21'],
  act: async (call) => (await import('../flow/show-graph.ts')).showGraph(call),
};
