import { describe, expect, test } from 'vitest';
import type { Purpose } from '#domain/rights/purpose';
import type { Ending } from '#engine/host';
import { PACE } from '#steps/answer/poll';
import { acceptedLack, endOf, hasStoppedWithReason, risksOf } from './end-of.ts';
import { inWords, isOptional, type Line, linesOf, type Printed, printed, without } from './printed.ts';
import { ABORT, SITUATIONS, type Situation, situationOf } from './situations.ts';

/** Everything a purpose needs, in each situation. */
async function rightsIn(purpose: Purpose): Promise<readonly (readonly [string, Situation, Printed])[]> {
  const names = Object.entries<Situation>(SITUATIONS);
  return Promise.all(names.map(async ([name, it]) => [name, it, await printed(purpose, it.named)] as const));
}

/** Each line once, with the situation in which its lack shows. */
function linesWhere(purpose: 'run' | 'drain', all: readonly (readonly [string, Situation, Printed])[]) {
  return all.flatMap(([name, situation, rights]) =>
    linesOf(rights)
      .filter((line) => name === situationOf(inWords(line), purpose))
      .map((line): readonly [string, Situation, Printed, Line] => [inWords(line), situation, rights, line]),
  );
}

const isNeeded = ([, , , line]: readonly [string, Situation, Printed, Line]): boolean => !isOptional(line);
const endedAt = (ending: Ending | null): number => (ending !== null && 'record' in ending ? ending.record.at : 0);

/** One look at a node after a conflict: the step that may not have it is carried out again, and meets no conflict then. */
const isMadeUpFor = ([words]: readonly [string, Situation, Printed, Line]): boolean => words === 'get nodes';
const isOfKubernetes = ([, , , line]: readonly [string, Situation, Printed, Line]): boolean => 'verb' in line;

const ofRun = await rightsIn('run');
const ofDrain = await rightsIn('drain');

describe('with exactly the rights that are printed', () => {
  test.each(ofRun)('a run ends done: %s', async (_, { play }, rights) => {
    expect(endOf(await play({ access: without(rights), accepted: [] }))).toBe('done');
  });

  test('an abort in the drain gives back what is ours, and ends', async () => {
    const { named, abortedInDrain } = ABORT;
    expect((await abortedInDrain(without(await printed('run', named))))?.kind).toBe('aborted');
  });

  test.each(ofDrain)(
    'so does one that has only those of the drain while it drains: %s',
    async (_, { play }, rights) => {
      expect(endOf(await play({ access: without(rights), accepted: [], within: 'drain' }))).toBe('done');
    },
  );
});

describe('with one line less', () => {
  test.each([
    ['run', ofRun],
    ['drain', ofDrain],
  ] as const)('(each line of a %s is taken away in some situation)', (purpose, all) => {
    const wanted = new Set(all.flatMap(([, , rights]) => linesOf(rights)).map(inWords));
    expect(
      linesWhere(purpose, all)
        .map(([words]) => words)
        .sort(),
    ).toEqual([...wanted].sort());
  });

  test.each(linesWhere('run', ofRun).filter(isOfKubernetes))(
    'the checks block before any change, and name it: %s',
    async (words, { play }, rights, line) => {
      const end = endOf(await play({ access: without(rights, line), accepted: [] }));
      expect(end).toMatch(/^blocked ChecksBlock: /);
      expect(end).toContain(`may not ${words}`);
    },
  );

  test.each(linesWhere('run', ofRun).filter((it) => !isNeeded(it)))(
    'a run goes on without what it can do without, and says what it could not see: %s',
    async (_, it, rights, line) => {
      const ending = await it.play({ access: without(rights, line), accepted: [] });
      expect(endOf(ending)).toBe('done');
      expect(risksOf(ending)).toContain('INSIGHTS_UNREADABLE eks136');
    },
  );

  test.each(linesWhere('run', ofRun).filter(isMadeUpFor))(
    'a run waits for the right, and then gets along without it: %s',
    async (_, it, rights, line) => {
      const [all, less] = [without(rights), without(rights, line)];
      const whole = await it.play({ access: all, accepted: [] });
      const waited = await it.play({ access: less, accepted: acceptedLack(line) });
      expect([endOf(whole), endOf(waited)]).toEqual(['done', 'done']);
      expect(endedAt(waited) - endedAt(whole)).toBeGreaterThanOrEqual(PACE.retry);
    },
  );

  test.each(linesWhere('run', ofRun).filter((it) => isNeeded(it) && !isMadeUpFor(it)))(
    'a run that begins all the same stops, and says why: %s',
    async (_, it, rights, line) => {
      const end = endOf(await it.play({ access: without(rights, line), accepted: acceptedLack(line) }));
      expect(end).toSatisfy(hasStoppedWithReason);
    },
  );

  const ofTheDrain = linesWhere('drain', ofDrain).filter((it) => !isMadeUpFor(it));
  test.each(ofTheDrain)('the drain stops, and says why: %s', async (_, it, rights, line) => {
    const end = endOf(await it.play({ access: without(rights, line), accepted: acceptedLack(line), within: 'drain' }));
    expect(end).toSatisfy(hasStoppedWithReason);
  });
});
