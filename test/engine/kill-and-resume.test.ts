import { expect, it } from 'vitest';
import { memoryLog } from '#adapters/record-log/memory';
import { decodeRecord, verifyChain } from '#engine/chain';
import type { Ending, Host } from '#engine/host';
import type { RunRecord } from '#engine/record';
import { UpgradeError } from '#errors/upgrade-error';
import { ScriptedRun, tappedLog } from './scripted-run.ts';

class Killed extends Error {}

/** A run in which nobody is ever killed: what every other run has to end like. */
async function undisturbed(): Promise<{ run: ScriptedRun; records: RunRecord[] }> {
  const run = new ScriptedRun();
  const end = await run.toTheEnd(await run.start());
  expect(end.kind).toBe('finished');
  return { run, records: await run.records() };
}

/** Drives until record `last` is durable; the runner dies when it would write the next one. */
async function killedAfter(last: number, effectRuns: boolean): Promise<{ run: ScriptedRun; died: boolean }> {
  const run = new ScriptedRun();
  const log = tappedLog(run.log, {
    before: (seq) => {
      if (seq > last) throw new Killed();
    },
  });
  const perform: Host['perform'] = async (effect, slice) => {
    const head = await run.log.records.head();
    if (!effectRuns && head?.seq === last) throw new UpgradeError('Defect', 'before the effect');
    return run.world.perform(effect, slice);
  };
  try {
    let ending: Ending = await run.start({ log, perform });
    while (ending.kind === 'gate') {
      await run.ask('approve', { gate: ending.gate });
      ending = await run.resume({ log, perform });
    }
    return { run, died: false };
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    return { run, died: true };
  }
}

const RECORDS = 20;

it(`finishes alike when killed at each of ${RECORDS} records, before and after an effect that was not recorded`, async () => {
  const { run: base, records } = await undisturbed();
  expect(records).toHaveLength(RECORDS);
  let kills = 0;
  for (let last = 0; last < RECORDS - 1; last++) {
    for (const effectRuns of [false, true]) {
      const { run, died } = await killedAfter(last, effectRuns);
      expect(died).toBe(true);
      kills++;
      const end = await run.toTheEnd(await run.resume());
      expect(end.kind, `record ${last}`).toBe('finished');
      const written = await run.records();
      expect(written.at(-1)?.snapshot).toEqual(records.at(-1)?.snapshot);
      expect(run.world.acts).toEqual(base.world.acts);
      expect((await verifyChain(run.log.records)).kind).toBe('intact');
    }
  }
  expect(kills).toBe(38);
});

it('asks for each act with one token only, however often its runner is killed', async () => {
  for (let last = 0; last < RECORDS - 1; last++) {
    const { run } = await killedAfter(last, true);
    await run.toTheEnd(await run.resume());
    const once = [...run.world.tokens].filter(([act]) => !act.startsWith('watch-workloads'));
    expect(
      once.filter(([, tokens]) => tokens.size > 1),
      `record ${last}`,
    ).toEqual([]);
  }
});

it('is aborted from each of its records, and then changes nothing more', async () => {
  let aborts = 0;
  for (let at = 0; at < RECORDS - 1; at++) {
    const run = await disturbedAt(at, (it) => it.ask('abort'));
    const end = await run.toTheEnd(await run.resume());
    expect(end.kind, `record ${at}`).toBe('aborted');
    const records = await run.records();
    const abort = records.findIndex(({ event }) => event?.type === 'operator.abort');
    expect(records.slice(abort).map(({ state }) => state)).toEqual(['aborting', 'aborted']);
    aborts++;
  }
  expect(aborts).toBe(19);
});

it('fires no deadline after a pause of eight hours at any record', async () => {
  let pauses = 0;
  for (let at = 0; at < RECORDS - 1; at++) {
    const run = await disturbedAt(at, (it) => it.ask('pause'));
    run.clock.jump(8 * 3_600_000);
    const end = await run.toTheEnd(await run.resume());
    expect(end.kind).toBe('finished');
    const fired = (await run.records()).filter(
      ({ kind, event }) => kind === 'timer' && event?.type.includes('Deadline'),
    );
    expect(fired, `record ${at}`).toEqual([]);
    pauses++;
  }
  expect(pauses).toBe(19);
});

it('retries each effect that fails once through deep history, with a new token', async () => {
  let retries = 0;
  for (let nth = 0; ; nth++) {
    const tokens: string[] = [];
    const run = new ScriptedRun({
      fail: ({ token }, scheduled) => {
        if (scheduled === nth || scheduled === nth + 1) tokens.push(token);
        if (scheduled === nth) throw new UpgradeError('NodeGroupFailed', 'it failed');
      },
    });
    const end = await run.toTheEnd(await run.start());
    expect(end.kind).toBe('finished');
    if (tokens.length === 0) break;
    expect(new Set(tokens).size).toBe(2);
    const parked = (await run.records()).find(({ state }) => state === 'parked');
    expect(parked?.event).toMatchObject({
      error: { code: 'NodeGroupFailed', message: 'it failed', hint: null, cause: null },
    });
    retries++;
  }
  expect(retries).toBe(14);
});

/** A run in which something is asked for right after record `at` is durable, driven until it stops by itself. */
async function disturbedAt(at: number, disturb: (run: ScriptedRun) => Promise<void>): Promise<ScriptedRun> {
  const run = new ScriptedRun({}, memoryLog());
  const log = tappedLog(run.log, { after: (seq) => (seq === at ? disturb(run) : Promise.resolve()) });
  let ending: Ending = await run.start({ log });
  while (ending.kind === 'gate') {
    await run.ask('approve', { gate: ending.gate });
    ending = await run.resume({ log });
  }
  const head = await run.log.records.head();
  expect(decodeRecord(head?.bytes ?? '', head?.seq ?? 0, 'memory').seq).toBeGreaterThan(at);
  return run;
}
