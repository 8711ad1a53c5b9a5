import { expect, it } from 'vitest';
import { journalOf, notReads } from '../e2e/seen-from-outside.ts';
import { aStage } from './a-stage.ts';
import { RESUME, RUN } from './killed.ts';
import { stoppedAt, takenOver } from './taken-over.ts';

const LONG = 180_000;

it.each([
  ['the first cordon', 4],
  ['the first eviction', 7],
])(
  'a runner that was stopped after %s issues nothing more when it wakes up after a take-over',
  async (_, mutating) => {
    const { first, second, issued } = await takenOver(await aStage(), { mutating, held: 'answered' });
    expect(second).toMatchObject({ exitCode: 0 });
    expect(issued).toEqual([]);
    expect(first).toMatchObject({ exitCode: 5 });
    expect(first.stderr + first.stdout).toMatch(/another runner \([\w-]+\) has taken over run/);
  },
  LONG,
);

it(
  'is left to its runner while that lives, also when it is stopped, unless it is taken over',
  async () => {
    const stage = await aStage();
    const first = await stoppedAt(stage, { mutating: 7, held: 'late' });
    const second = await stage.types(RESUME).outcome;
    expect(second.exitCode).toBe(5);
    expect(second.stderr).toMatch(/is held: runner [\w-]+ on \S+ \(process \d+\)/);
    await stage.control('POST', 'release');
    first.kill('SIGCONT');
    expect(await first.outcome).toMatchObject({ exitCode: 0 });
  },
  LONG,
);

it(
  'is taken over without --now once the runner has been silent for a minute',
  async () => {
    const stage = await aStage();
    const before = await stage.control<{ now: number }>('GET', 'now');
    const { first, second, issued } = await takenOver(stage, { mutating: 8, held: 'lost' }, []);
    expect(second).toMatchObject({ exitCode: 0 });
    expect(first).toMatchObject({ exitCode: 5 });
    expect(issued).toEqual([]);
    const after = await stage.control<{ now: number }>('GET', 'now');
    expect(after.now - before.now).toBeGreaterThan(60_000);
  },
  LONG,
);

/** Preloaded by the runner that stops itself between its last look at the log and the wire. */
const STOPS = new URL('stop-before-wire.js', import.meta.url).href;
const LONGER_THAN_A_DECISION_LASTS_MS = 11_000;

it.each([
  ['a cordon', '.compute.internal'],
  ['an eviction', '/eviction'],
])(
  'a runner that was stopped when it had decided on %s and not sent it does not send it when it wakes up',
  async (_, path) => {
    const stage = await aStage();
    const first = stage.types(RUN, { flags: ['--import', STOPS], env: { STOP_AT: path } });
    await first.printed('STOPPED');
    await stage.control('POST', 'leave');
    const second = await stage.types([...RESUME, '--take-over', '--now']).outcome;
    expect(second).toMatchObject({ exitCode: 0 });
    await new Promise((resolve) => setTimeout(resolve, LONGER_THAN_A_DECISION_LASTS_MS));
    const sent = (await journalOf(stage.twin)).length;
    first.kill('SIGCONT');
    expect(await first.outcome).toMatchObject({ exitCode: 5 });
    expect(notReads((await journalOf(stage.twin)).slice(sent))).toEqual([]);
  },
  LONG,
);
