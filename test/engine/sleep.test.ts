import { describe, expect, it } from 'vitest';
import type { Time } from '#ports/time';
import { ScriptedRun } from './scripted-run.ts';

const HOUR = 3_600_000;

/** The run's clock for a runner that is stopped for `ms` in its first wait in `state`, as by a closed laptop. */
function stoppedOnce(run: ScriptedRun, state: string, ms: number): { time: Time; stops: () => number } {
  let stops = 0;
  const { clock } = run;
  const isThere = () =>
    run.messages.findLast(({ code }) => code === 'state-entered')?.data as { state: string } | undefined;
  const until: Time['until'] = (instant, signal) => {
    if (stops > 0 || isThere()?.state !== state) return clock.until(instant, signal);
    stops += 1;
    return clock.until(instant + ms);
  };
  return { time: { now: () => clock.now(), until }, stops: () => stops };
}

async function stoppedIn(state: string, ms: number) {
  const run = new ScriptedRun();
  const { time, stops } = stoppedOnce(run, state, ms);
  const guards: string[] = [];
  const guard = async ({ state: at }: { state: string }) => {
    guards.push(at);
    return null;
  };
  await run.start({ time, guard });
  await run.ask('approve', { gate: 'change' });
  const ending = await run.resume({ time, guard });
  expect(stops()).toBe(1);
  return { run, ending, guards, records: await run.records() };
}

describe('a runner that was itself stopped for a while', () => {
  it('fires no deadline for the time in which nobody worked', async () => {
    const { ending, records } = await stoppedIn('work.draining.emptying', HOUR);
    expect(ending).toMatchObject({ kind: 'gate', gate: 'delete' });
    expect(records.filter(({ event }) => event?.type.includes('nodeDeadline'))).toEqual([]);
  });

  it('takes the run anew, moves the deadlines, and repeats the guarding checks', async () => {
    const { records, guards } = await stoppedIn('work.draining.emptying', HOUR);
    const at = records.findIndex(({ kind, state }) => kind === 'claim' && state === 'work.draining.emptying');
    const [before, woken] = [records[at - 1], records[at]];
    expect(woken).toMatchObject({ owner: before?.owner, gap: HOUR, event: null, effect: before?.effect });
    expect(woken?.timers.map(({ due }) => due)).toEqual(before?.timers.map(({ due }) => due + HOUR));
    expect(guards).toEqual(['work.starting', 'work.draining.settling']);
  });

  it('does not take a busy machine for a stop', async () => {
    const { records } = await stoppedIn('work.draining.emptying', 15_000);
    expect(records.filter(({ kind }) => kind === 'claim')).toHaveLength(1);
  });

  it('lets a bake end at its instant: the world went on', async () => {
    const { records } = await stoppedIn('work.baking', 30 * 60_000);
    const baking = records.find(({ state }) => state === 'work.baking');
    const over = records.find(({ state, kind }) => state === 'work.confirmDelete' && kind === 'timer');
    expect((over?.at ?? 0) - (baking?.at ?? 0)).toBe(HOUR);
  });

  it('issues nothing more when another runner has taken the run meanwhile', async () => {
    const run = new ScriptedRun();
    await run.start();
    await run.ask('approve', { gate: 'change' });
    const { time } = stoppedOnce(run, 'work.draining.emptying', HOUR);
    const other = { ...time };
    const resumed = run.resume({
      time: {
        ...other,
        until: async (instant, signal) => {
          const before = run.clock.now();
          const why = await time.until(instant, signal);
          if (run.clock.now() - before >= HOUR) await run.claim(run.host('another'));
          return why;
        },
      },
    });
    expect(await resumed).toMatchObject({ kind: 'superseded', by: 'another' });
    expect((await run.records()).at(-1)).toMatchObject({ kind: 'claim', owner: 'another' });
  });
});
