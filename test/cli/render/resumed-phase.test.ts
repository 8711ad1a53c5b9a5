import { expect, it } from 'vitest';
import { decideShow, NOTHING_SEEN } from '../../../src/cli/render/worth-showing.ts';

const entered = (state: string) => ({ at: 1, message: { code: 'state-entered', data: { state } } }) as const;

it('does not name the phase again in which a run was resumed, but the next one', () => {
  const resumed = decideShow(NOTHING_SEEN, {
    at: 0,
    message: { code: 'run-resumed', data: { run: 'r', at: 'work.drain.emptying', stoppedForMs: 0 } },
  });
  expect(resumed.show).toBe(true);
  expect(decideShow(resumed.seen, entered('work.drain.comingBack')).show).toBe(false);
  expect(decideShow(resumed.seen, entered('work.bake')).show).toBe(true);
});
