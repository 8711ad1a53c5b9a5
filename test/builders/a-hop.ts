import type { Hop } from '#steps/table';

/** Run `run-1`, cluster `ekstest`, 1.20 to 1.21. */
export const RUN: Hop = { runId: 'run-1', cluster: 'ekstest', from: '1.20', to: '1.21' };
