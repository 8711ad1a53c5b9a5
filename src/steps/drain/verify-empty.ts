import { PACE, poll } from '../answer/poll.ts';
import { waitFor } from '../answer/wait-for.ts';
import { done } from '../step.ts';
import type { Steps } from '../table.ts';
import { proveGroupEmpty } from './prove-group-empty.ts';

/** Proves by fresh lists that nothing but pods that may stay is on the nodes of the group. */
export const verifyEmpty: Steps['verify-empty'] = {
  describe: ({ group }) => `prove that group ${group} is empty`,
  run: (input, ports, slice) =>
    poll(PACE.retry, ports, slice, async () => {
      const proof = await proveGroupEmpty(input, ports, slice);
      if (proof.kind === 'value') return done({ nodes: proof.value });
      return waitFor(slice, `the proof that group ${input.group} is empty`, 'the API server answers', proof.reason);
    }),
};
