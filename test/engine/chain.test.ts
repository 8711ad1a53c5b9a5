import { expect, it } from 'vitest';
import { memoryLog } from '#adapters/record-log/memory';
import { decodeControl, decodeRecord, encodeRecord, hashOf, verifyChain } from '#engine/chain';
import { readHead, readHeader } from '#engine/read-log';
import { UpgradeError } from '#errors/upgrade-error';
import { ScriptedRun } from './scripted-run.ts';

/** A copy of a run's records in which one entry is replaced. */
async function changedAt(seq: number, change: (bytes: string) => string) {
  const run = new ScriptedRun();
  await run.toTheEnd(await run.start());
  const log = memoryLog('the log');
  for (const record of await run.records()) {
    const bytes = encodeRecord(record);
    await log.records.create(record.seq, record.seq === seq ? change(bytes) : bytes);
  }
  return log;
}

const unchanged = (bytes: string) => bytes;

it('finds the chain of a whole run intact, each record holding the hash of the one before', async () => {
  const log = await changedAt(-1, unchanged);
  expect(await verifyChain(log.records)).toEqual({ kind: 'intact', entries: 20 });
  const first = (await log.records.read(0)) ?? '';
  expect(JSON.parse((await log.records.read(1)) ?? '').prev).toBe(hashOf(first));
});

it.each([7, 19])(
  'names record %i when it was changed, although it is JSON still and nothing may follow it',
  async (seq) => {
    const log = await changedAt(seq, (bytes) => bytes.replace('"1.21"', '"1.22"'));
    expect(await verifyChain(log.records)).toMatchObject({ kind: 'broken', seq });
  },
);

it('names the record after one that was replaced by another whole one', async () => {
  const log = await changedAt(7, (bytes) => encodeRecord({ ...decodeRecord(bytes, 7, ''), at: 1 }));
  expect(await verifyChain(log.records)).toMatchObject({ kind: 'broken', seq: 8 });
});

it('does not go on from a last record in which any one byte was changed', async () => {
  const bytes = (await (await changedAt(-1, unchanged)).records.read(19)) ?? '';
  const taken = [...bytes.slice(0, -1)].flatMap((character, at) => {
    const flipped = bytes.slice(0, at) + (character === '7' ? '8' : '7') + bytes.slice(at + 1);
    try {
      decodeRecord(flipped, 19, 'the log');
      return [at];
    } catch (error) {
      expect((error as { code?: string }).code).toMatch(/^Record/);
      return [];
    }
  });
  expect(taken).toEqual([]);
});

it.each(['snapshot', 'timers', 'state', 'owner', 'controls'])(
  'refuses a record without %s as none of this log',
  (field) => {
    const record = {
      format: 1,
      seq: 3,
      run: 'r',
      owner: 'o',
      at: 1,
      state: 's',
      snapshot: {},
      timers: [],
      controls: 0,
    };
    const bytes = encodeRecord({ ...record, [field]: undefined } as never);
    expect(() => decodeRecord(bytes, 3, 'the log')).toThrow(
      expect.objectContaining({ code: 'RecordForeign', message: expect.stringContaining(`it has no ${field}`) }),
    );
  },
);

it.each([
  ['cut off', (bytes: string) => bytes.slice(0, 40), 'the entry is cut off or not JSON'],
  ['empty', () => '', 'the entry is empty'],
  ['moved', (bytes: string) => bytes.replace('"seq":19', '"seq":3'), 'the entry says it is number 3'],
])('names a last record that is %s', async (_, change, why) => {
  const log = await changedAt(19, change);
  expect(await verifyChain(log.records)).toEqual({ kind: 'broken', seq: 19, why });
});

it.each([
  ['', 'RecordTorn', 'record 3 (the log/records/00000003.json) is empty'],
  ['{"format":1,"seq":3,', 'RecordTorn', 'record 3 (the log/records/00000003.json) is cut off or not JSON'],
  [
    '{"format":2,"seq":3,"tool":"9.0.0"}',
    'RecordFormatNewer',
    'record 3 (the log/records/00000003.json) has format 2; this version reads format 1',
  ],
  [
    '{"format":1,"seq":4}',
    'RecordForeign',
    "record 3 (the log/records/00000003.json) is not an entry of this run's log",
  ],
  ['[]', 'RecordForeign', "record 3 (the log/records/00000003.json) is not an entry of this run's log"],
])('refuses the entry %j as %s', (bytes, code, message) => {
  expect(() => decodeRecord(bytes, 3, 'the log')).toThrow(expect.objectContaining({ code, message }));
});

it('names the version that can read a newer format', () => {
  expect(() => decodeControl('{"format":2,"seq":0,"tool":"9.0.0"}', 0, 'x')).toThrow(
    expect.objectContaining({ hint: expect.stringContaining('version 9.0.0') }),
  );
});

it('parks a step whose result is too large for a record, so that people can act', async () => {
  const run = new ScriptedRun();
  const perform = async () =>
    ({
      kind: 'done',
      output: { pods: Array.from({ length: 3_000 }, (_, n) => `default/web-${n}-${'x'.repeat(20)}`) },
    }) as const;
  expect(await run.start({ perform })).toMatchObject({ kind: 'parked', failure: { code: 'RecordTooLarge' } });
  await run.ask('abort');
  expect((await run.resume()).kind).toBe('aborted');
});

it('keeps the words of a failure short enough for a record, whatever an API answered', async () => {
  const run = new ScriptedRun();
  const perform = () =>
    Promise.reject(new UpgradeError('Refused', `<html>${'x'.repeat(200_000)}`, { hint: 'y'.repeat(90_000) }));
  const ending = await run.start({ perform });
  expect(ending).toMatchObject({
    kind: 'parked',
    failure: { code: 'Refused', message: expect.stringContaining('(200006 characters)') },
  });
});

it('reads the head and the header of a run, and knows a log without one', async () => {
  const log = await changedAt(-1, unchanged);
  expect((await readHead(log))?.record).toMatchObject({ seq: 19, state: 'finished' });
  expect(await readHeader(log)).toMatchObject({ hop: 'test', by: 'me@here' });
  expect(await readHead(memoryLog())).toBeNull();
  await expect(readHeader(memoryLog())).rejects.toMatchObject({ code: 'RecordMissing' });
});
