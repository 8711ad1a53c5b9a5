import { beforeEach, describe, expect, it } from 'vitest';
import { ConsentClock, type Present } from '#twin/http/control/consent';
import { TwinTime } from '#twin/time';

let time: TwinTime;
let newest: number;
let clock: ConsentClock;

beforeEach(() => {
  time = new TwinTime(0);
  newest = 10;
  clock = new ConsentClock(time, () => ({ now: time.now(), resourceVersion: String(newest) }));
  // Something happens at 100: a change.
  time.at(100, () => {
    newest += 1;
  });
});

/** What a runner hears, and nothing if it is still kept waiting after all that could be done at once is done. */
async function heard(wait: Promise<Present>): Promise<Present | 'still waiting'> {
  const soon = new Promise<'still waiting'>((resolve) => setImmediate(() => resolve('still waiting')));
  return Promise.race([wait, soon]);
}

describe('time by consent', () => {
  it('moves to the next happening', async () => {
    expect(await heard(clock.wait({ runner: 'a', until: 500, seen: '10' }))).toEqual({
      now: 100,
      resourceVersion: '11',
    });
  });

  it('moves no further than the runner waits', async () => {
    expect(await heard(clock.wait({ runner: 'a', until: 60, seen: '10' }))).toEqual({ now: 60, resourceVersion: '10' });
  });

  it('stays when the watches of the runner are behind', async () => {
    expect(await heard(clock.wait({ runner: 'a', until: 500, seen: '9' }))).toEqual({ now: 0, resourceVersion: '10' });
  });

  it('moves for a runner that has no watches', async () => {
    expect(await heard(clock.wait({ runner: 'a', until: 500, seen: null }))).toMatchObject({ now: 100 });
  });

  it('never moves back', async () => {
    clock.moveTo(200);
    expect(await heard(clock.wait({ runner: 'a', until: 150, seen: '11' }))).toMatchObject({ now: 200 });
  });

  describe('with two runners', () => {
    beforeEach(async () => {
      await clock.wait({ runner: 'a', until: 0, seen: '10' });
    });

    it('stays while one of them is at work', async () => {
      expect(await heard(clock.wait({ runner: 'b', until: 500, seen: '10' }))).toBe('still waiting');
    });

    it('moves to the smaller of their instants, and lets the other one wait on', async () => {
      const b = clock.wait({ runner: 'b', until: 90, seen: '10' });
      const a = clock.wait({ runner: 'a', until: 40, seen: '10' });
      expect(await heard(a)).toMatchObject({ now: 40 });
      expect(await heard(b)).toBe('still waiting');
    });

    it('tells both when something happened', async () => {
      const b = clock.wait({ runner: 'b', until: 500, seen: '10' });
      const a = clock.wait({ runner: 'a', until: 400, seen: '10' });
      expect(await heard(a)).toEqual({ now: 100, resourceVersion: '11' });
      expect(await heard(b)).toEqual({ now: 100, resourceVersion: '11' });
    });

    it('goes on without a runner that is gone', async () => {
      const b = clock.wait({ runner: 'b', until: 500, seen: '10' });
      clock.leave('a');
      expect(await heard(b)).toMatchObject({ now: 100 });
    });
  });

  it('goes on without those who took part when they are left out, tells them, and counts them again when they ask', async () => {
    await clock.wait({ runner: 'stopped', until: 0, seen: '10' });
    const waiting = clock.wait({ runner: 'waiting', until: 90, seen: '10' });
    clock.leaveAll();
    expect(await heard(waiting)).toMatchObject({ now: 0 });
    expect(await heard(clock.wait({ runner: 'b', until: 50, seen: '10' }))).toMatchObject({ now: 50 });
    await clock.wait({ runner: 'stopped', until: 0, seen: '9' });
    expect(await heard(clock.wait({ runner: 'b', until: 60, seen: '10' }))).toBe('still waiting');
  });

  it('is moved by tests without asking anybody', async () => {
    await clock.wait({ runner: 'a', until: 0, seen: '10' });
    const b = clock.wait({ runner: 'b', until: 5000, seen: '10' });
    expect(clock.moveTo(1000)).toEqual({ now: 1000, resourceVersion: '11' });
    expect(await heard(b)).toMatchObject({ now: 1000 });
  });
});
