import { expect, it } from 'vitest';
import { memoryLog } from '#adapters/record-log/memory';
import { decodeControl, decodeRecord, encodeRecord, hashOf, verifyChain } from '#engine/chain';
import { readHead, readHeader } from '#engine/read-log';
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

it('names the record after the one that was changed', async () => {
  const log = await changedAt(7, (bytes) => bytes.replace('"1.21"', '"1.22"'));
  expect(await verifyChain(log.records)).toMatchObject({ kind: 'broken', seq: 8 });
});

it.each([
  ['cut off', (bytes: string) => bytes.slice(0, 40), 'the entry is cut off or not JSON'],
  ['empty', () => '', 'the entry is empty'],
  ['moved', (bytes: string) => bytes.replace('"seq":19', '"seq":3'), 'the entry says it is number 3'],
])('names a last record that is %s', async (_, change, why) => {
  const log = await changedAt(19, change);
  expect(await verifyChain(log.records)).toEqual({ kind: 'broken', seq: 19, why });
});

it.each([
  ['', 'RecordTorn', 'record 3 in the log is empty'],
  ['{"format":1,"seq":3,', 'RecordTorn', 'record 3 in the log is cut off or not JSON'],
  [
    '{"format":2,"seq":3,"tool":"9.0.0"}',
    'RecordFormatNewer',
    'record 3 in the log has format 2; this version reads format 1',
  ],
  ['{"format":1,"seq":4}', 'RecordForeign', "record 3 in the log is not an entry of this run's log"],
  ['[]', 'RecordForeign', "record 3 in the log is not an entry of this run's log"],
])('refuses the entry %j as %s', (bytes, code, message) => {
  expect(() => decodeRecord(bytes, 3, 'the log')).toThrow(expect.objectContaining({ code, message }));
});

it('names the version that can read a newer format', () => {
  expect(() => decodeControl('{"format":2,"seq":0,"tool":"9.0.0"}', 0, 'x')).toThrow(
    expect.objectContaining({ hint: expect.stringContaining('version 9.0.0') }),
  );
});

it('refuses a record over 64 KiB and writes nothing', async () => {
  const run = new ScriptedRun();
  const perform = async () =>
    ({
      kind: 'done',
      output: { pods: Array.from({ length: 3_000 }, (_, n) => `default/web-${n}-${'x'.repeat(20)}`) },
    }) as const;
  await expect(run.start({ perform })).rejects.toMatchObject({ code: 'RecordTooLarge' });
  expect(await run.records()).toHaveLength(1);
});

it('reads the head and the header of a run, and knows a log without one', async () => {
  const log = await changedAt(-1, unchanged);
  expect((await readHead(log))?.record).toMatchObject({ seq: 19, state: 'finished' });
  expect(await readHeader(log)).toMatchObject({ hop: 'test', by: 'me@here' });
  expect(await readHead(memoryLog())).toBeNull();
  await expect(readHeader(memoryLog())).rejects.toMatchObject({ code: 'RecordMissing' });
});
