import { verifyEndState } from '#domain/versions/verify-cluster';
import { listSome } from '#errors/list-some';
import { UpgradeError } from '#errors/upgrade-error';
import { boundLines } from '../answer/bound-lines.ts';
import { PACE, poll } from '../answer/poll.ts';
import { waitFor } from '../answer/wait-for.ts';
import { done } from '../step.ts';
import type { Steps } from '../table.ts';
import { askEndState } from './ask-end-state.ts';

/** What has just been changed may take so long to settle. */
const PATIENCE_MS = 2 * 60_000;

/** Reads the whole cluster anew and reports on it, line by line; throws when something is not as the run should leave it. */
export const verifyCluster: Steps['verify-cluster'] = {
  describe: ({ cluster, to }) => `verify that all of cluster ${cluster} is at ${to} and healthy`,
  run: (input, ports, slice) =>
    poll(PACE.retry, ports, slice, async () => {
      const wait = (why: string) =>
        waitFor(slice, `the state of cluster ${input.cluster}`, 'everything is as it should be', why);
      const end = await askEndState(input.cluster, ports);
      if (end.kind === 'wait') return wait(end.reason);
      const lines = verifyEndState(end.value, input);
      const wrong = lines.filter(({ ok }) => !ok).map(({ text }) => text);
      if (wrong.length === 0) {
        for (const { text, standsOut } of lines)
          if (standsOut) ports.notify({ code: 'stands-out', data: { what: text } });
        return done({ report: boundLines(lines.map(({ text }) => text)) });
      }
      if (ports.time.now() - slice.troubledSince() < PATIENCE_MS) return wait(listSome(wrong));
      throw new UpgradeError(
        'ClusterNotAsItShouldBe',
        `cluster ${input.cluster} is not as the run should leave it: ${listSome(wrong)}`,
        {
          hint: 'mend what is named, then retry; the upgrade itself is carried out',
        },
      );
    }),
};
