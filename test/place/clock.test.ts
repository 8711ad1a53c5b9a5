import { describe, expect, it } from 'vitest';
import { decideClaim } from '#engine/decide-claim';
import type { RunRecord } from '#engine/record';
import type { RunnerNote } from '#ports/record-log';
import { openTwin, type Twin } from '#twin/twin';
import { ekstest, Rehearsal } from '../e2e/rehearsal.ts';

// In model time: nothing here can set the clock of one process (libfaketime would be needed), and `Time` is the only clock of the tool.

const HOUR = 3_600_000;
const LONG = 120_000;

/** A twin and a machine whose clock is another one: it can be set while the twin's goes on. */
function withOwnClock() {
  const twin = openTwin(ekstest());
  let ahead = 0;
  const time = new Proxy(twin.time, {
    get: (of, name) => {
      if (name === 'now') return () => of.now() + ahead;
      if (name === 'until') return (instant: number, signal?: AbortSignal) => of.until(instant - ahead, signal);
      const value: unknown = Reflect.get(of, name);
      return typeof value === 'function' ? value.bind(of) : value;
    },
  });
  const run = new Rehearsal(ekstest(), { ...twin, time } as Twin);
  return { run, twin, set: (by: number) => (ahead += by), hours: () => ahead / HOUR };
}

const PHASES = [
  'work.controlPlane.updating',
  'work.newNodes.growing',
  'work.newNodes.joining',
  'work.drain.emptying',
  'work.bake',
  'work.oldNodes.disappearing',
];

describe.each([
  ['forward', 3 * HOUR],
  ['back', -3 * HOUR],
])('a clock that is set %s by three hours', (_, by) => {
  it.each(PHASES)(
    'in %s of a living runner: the run ends or parks by name, and ends after a retry with the right time',
    { timeout: LONG },
    async (state) => {
      const { run, set, twin } = withOwnClock();
      let isSet = false;
      run.meanwhile = (entered) => {
        if (isSet || entered !== state) return;
        isSet = true;
        void twin.time.until(twin.time.now() + 5_000).then(() => set(by));
      };
      const began = twin.time.now();
      let ending = await run.start();
      expect(isSet).toBe(true);
      if (ending?.kind === 'parked') {
        expect(ending.failure.code).toMatch(/^[A-Z][A-Za-z]+$/);
        set(-by);
        await run.ask('retry');
        ending = await run.resume();
      }
      expect(ending?.kind).toBe('finished');
      expect(twin.time.now() - began).toBeLessThan(6 * HOUR);
    },
  );

  it('while nobody drives the run: the next runner goes on or says that the clock is wrong', {
    timeout: LONG,
  }, async () => {
    const { run, set, twin } = withOwnClock();
    expect(await run.start({ when: 'after', seq: 20 })).toBeNull();
    set(by);
    let ending = await run.resume();
    if (ending?.kind === 'parked') {
      expect(ending.failure.message).toContain('clock');
      set(-by);
      await run.ask('retry');
      ending = await run.resume();
    }
    expect(ending?.kind).toBe('finished');
    expect(twin.time.now() - Date.parse(ekstest().now)).toBeLessThan(6 * HOUR);
  });
});

describe('a living runner whose clock is set', () => {
  it.each([
    [3 * HOUR, 'runner-slept'],
    [-3 * HOUR, 'clock-set-back'],
  ])(
    'by %d ms says so, moves its deadlines with it, and parks before the drain, for which the time has to be right',
    { timeout: LONG },
    async (by, code) => {
      const { run, set, twin } = withOwnClock();
      run.meanwhile = (entered) => {
        if (entered === 'work.newNodes.growing') void twin.time.until(twin.time.now() + 5_000).then(() => set(by));
      };
      const wrong = { message: expect.stringContaining('the clock here is') };
      expect(await run.start()).toMatchObject({ kind: 'parked', failure: wrong });
      expect(run.messages.map((it) => it.code)).toContain(code);
      const records = await run.records();
      const at = records.findIndex(({ kind }) => kind === 'claim');
      const moved = (records[at]?.timers[0]?.due ?? 0) - (records[at - 1]?.timers[0]?.due ?? 0);
      expect(Math.abs(moved - by)).toBeLessThan(60_000);
    },
  );
});

describe('a runner whose last sign of life is of a clock that is hours ahead', () => {
  const now = Date.parse('2022-03-05T12:00:00Z');
  const note: RunnerNote = {
    owner: 'a',
    host: 'far',
    pid: 1,
    processStartedAt: null,
    at: now + 3 * HOUR,
    state: 'work',
    waitingFor: null,
  };
  const record = {
    owner: 'a',
    at: now - HOUR,
    state: 'work',
    kind: 'step',
    effect: {},
    timers: [],
    event: {},
  } as unknown as RunRecord;
  const facts = { record, sign: note, liveness: 'unknown', takeOver: 'when-silent', now, watched: null } as const;

  it('is taken over after a minute in which we heard nothing ourselves, not after hours', () => {
    expect(decideClaim(facts)).toMatchObject({ kind: 'wait', until: now + 60_000 });
    const watched = { note, since: now };
    expect(decideClaim({ ...facts, watched, now: now + 59_000 })).toMatchObject({ kind: 'wait', until: now + 60_000 });
    expect(decideClaim({ ...facts, watched, now: now + 60_000 })).toEqual({ kind: 'take' });
  });

  it('is known to be alive by any new sign, also by one that is earlier than the last', () => {
    const watched = { note, since: now };
    const sign = { ...note, at: now };
    expect(decideClaim({ ...facts, sign, watched, now: now + 10_000 })).toMatchObject({ kind: 'held' });
  });
});
