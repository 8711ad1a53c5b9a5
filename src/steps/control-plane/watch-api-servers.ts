import { sameMinor } from '#domain/versions/minor';
import { PACE, poll } from '../answer/poll.ts';
import { valueOrWait } from '../answer/value-or-wait.ts';
import { waitFor } from '../answer/wait-for.ts';
import { done } from '../step.ts';
import type { Steps } from '../table.ts';

const IN_A_ROW = 5;

/** Several API servers stand behind the endpoint and change one after another: only a row of answers settles it. */
export const watchApiServers: Steps['watch-api-servers'] = {
  describe: ({ cluster, to }) => `see ${IN_A_ROW} answers in a row of the API servers of cluster ${cluster} say ${to}`,
  run: (input, ports, slice) => {
    let inRow = 0;
    return poll(PACE.version, ports, slice, async () => {
      const wait = (why: string) =>
        waitFor(
          slice,
          `the API servers of cluster ${input.cluster}`,
          `${IN_A_ROW} answers in a row say ${input.to}`,
          why,
        );
      const answer = valueOrWait(await ports.kubernetes.version(), 'ask the API server for its version');
      if (answer.kind === 'wait') {
        inRow = 0;
        return wait(answer.reason);
      }
      const { gitVersion } = answer.value;
      inRow = sameMinor(gitVersion, input.to) ? inRow + 1 : 0;
      if (inRow < IN_A_ROW) return wait(`the last said ${gitVersion}; ${inRow} in a row`);
      ports.notify({ code: 'control-plane-settled', data: { gitVersion, answers: inRow } });
      return done({ gitVersion });
    });
  },
};
