import { expect, it } from 'vitest';
import { memoryLog } from '#adapters/record-log/memory';
import { appendRecord } from '#engine/append';
import { decodeRecord } from '#engine/chain';
import { type Claim, type ClaimRequest, claim } from '#engine/claim';
import { appendControl } from '#engine/control';
import { drive } from '#engine/drive';
import { nextRecord, unchanged } from '#engine/next-record';
import { type NewRun, startRun } from '#engine/start';
import type { RunLog, RunnerNote } from '#ports/record-log';
import { ModelClock } from './model-clock.ts';
import { scripted } from './scripted-procedure.ts';
import { ScriptedRun } from './scripted-run.ts';

const writer = (owner: string) => ({ tool: '0.1.0', procedure: 'scripted@1', owner });

/** A run whose step is in flight and whose runner gave a sign of life just now. */
class Running {
  readonly clock = new ModelClock();
  readonly log: RunLog = memoryLog();

  async begin(more: Partial<NewRun> = {}): Promise<this> {
    const header = { hop: 'test', target: {}, runbook: '', by: 'me', input: { version: '1.21' } };
    await startRun(
      this.log,
      { run: 'run-1', procedure: scripted, header, tool: '0.1.0', owner: 'first', ...more },
      this.clock.now(),
    );
    await this.sign();
    return this;
  }

  async sign(owner = 'first'): Promise<void> {
    const note: RunnerNote = {
      owner,
      host: 'desk',
      pid: 7,
      processStartedAt: null,
      at: this.clock.now(),
      state: '',
      waitingFor: null,
    };
    await this.log.writeRunner(note);
  }

  claim(more: Partial<ClaimRequest>): Promise<Claim> {
    const request: ClaimRequest = {
      log: this.log,
      time: this.clock,
      writer: writer('next'),
      takeOver: 'no',
      liveness: () => 'unknown',
      ...more,
    };
    return this.clock.run(claim(request));
  }
}

const running = () => new Running().begin();

it('takes a run at once when its process on this host is dead', async () => {
  const run = await running();
  expect((await run.claim({ liveness: () => 'dead' })).kind).toBe('claimed');
});

it.each(['alive', 'unknown'] as const)(
  'leaves a run to its runner when that is %s, and says how to take it over',
  async (liveness) => {
    const run = await running();
    run.clock.jump(3_600_000);
    const held = await run.claim({ liveness: () => liveness });
    expect(held).toMatchObject({ kind: 'held', by: 'first' });
    expect(held).toHaveProperty(
      'why',
      expect.stringContaining(
        'runner first on desk (process 7) gave its last sign of life 3600 s ago; take it over with --take-over',
      ),
    );
    expect((await run.log.records.head())?.seq).toBe(0);
  },
);

it('takes over at once when the runner has been silent for 60 s already', async () => {
  const run = await running();
  run.clock.jump(60_000);
  const began = run.clock.now();
  expect((await run.claim({ takeOver: 'when-silent' })).kind).toBe('claimed');
  expect(run.clock.now()).toBe(began);
});

it('waits with the take-over until the runner has been silent for 60 s, and says so once', async () => {
  const run = await running();
  run.clock.jump(20_000);
  const waits: number[] = [];
  const began = run.clock.now();
  const claimed = await run.claim({ takeOver: 'when-silent', onWait: (_, until) => waits.push(until - began) });
  expect(claimed).toMatchObject({ kind: 'claimed', record: { kind: 'claim', owner: 'next', gap: 60_000 } });
  expect(waits).toEqual([40_000]);
  expect(run.clock.now() - began).toBe(40_000);
});

it('gives the take-over up when the runner shows that it is alive', async () => {
  const run = await running();
  run.clock.at(run.clock.now() + 12_000, () => void run.sign());
  const held = await run.claim({ takeOver: 'when-silent' });
  expect(held).toHaveProperty('why', expect.stringContaining('it is alive: pause it'));
});

it('takes over at once when told to do it now', async () => {
  const run = await running();
  expect((await run.claim({ takeOver: 'now', liveness: () => 'alive' })).kind).toBe('claimed');
});

it('counts the last record as a sign of life while its runner has not written one', async () => {
  const run = await running();
  await run.sign('somebody-before');
  expect(await run.claim({})).toMatchObject({ kind: 'held', by: 'first' });
  run.clock.jump(59_000);
  const began = run.clock.now();
  await run.claim({ takeOver: 'when-silent' });
  expect(run.clock.now() - began).toBe(1_000);
});

it('knows from the log who a runner is that died before its first sign of life', async () => {
  const run = new Running();
  const runner = { host: 'desk', pid: 8, processStartedAt: 'boot:1' };
  await run.begin({ runner });
  await run.sign('somebody-before');
  const asked: unknown[] = [];
  const dead = (note: RunnerNote) => {
    asked.push(note);
    return 'dead' as const;
  };
  const next = { host: 'desk', pid: 9, processStartedAt: 'boot:2' };
  expect(await run.claim({ liveness: dead, runner: next })).toMatchObject({
    kind: 'claimed',
    record: { runner: next },
  });
  expect((await run.claim({ liveness: dead, writer: writer('third') })).kind).toBe('claimed');
  expect(asked).toMatchObject([
    { owner: 'first', ...runner },
    { owner: 'next', ...next },
  ]);
});

it('leaves a run to a runner that has not given a sign of life yet and lives', async () => {
  const run = await new Running().begin({ runner: { host: 'desk', pid: 8, processStartedAt: null } });
  await run.sign('somebody-before');
  const held = await run.claim({ liveness: () => 'alive' });
  expect(held).toHaveProperty('why', expect.stringContaining('runner first on desk (process 8)'));
});

it('is not fooled by the process of an earlier runner being dead', async () => {
  const run = await running();
  await run.sign('somebody-before');
  expect((await run.claim({ liveness: () => 'dead' })).kind).toBe('held');
});

it('takes at once a run that was paused, or waits at a gate, whoever had it', async () => {
  const run = new ScriptedRun();
  expect((await run.start()).kind).toBe('gate');
  const request = { log: run.log, time: run.clock, takeOver: 'no', liveness: () => 'alive' as const } as const;
  const claimed = await claim({ ...request, writer: writer('next') });
  expect(claimed.kind).toBe('claimed');
  await run.ask('approve', { gate: 'change' });
  await run.ask('pause');
  if (claimed.kind === 'claimed') await run.clock.run(drive(run.host('next'), claimed.record));
  expect((await claim({ ...request, writer: writer('third') })).kind).toBe('claimed');
});

it('takes nothing where there is no run, and writes nothing after the end of one', async () => {
  const empty = new Running();
  expect((await empty.claim({})).kind).toBe('empty');
  const run = new ScriptedRun();
  await run.toTheEnd(await run.start());
  const before = (await run.records()).length;
  expect((await run.claim(run.host('next'))).kind).toBe('over');
  expect(await run.records()).toHaveLength(before);
});

it('loses against a claim that was faster', async () => {
  const run = await running();
  const [one, two] = await Promise.all([
    run.claim({ takeOver: 'now' }),
    run.claim({ takeOver: 'now', writer: writer('other') }),
  ]);
  expect([one.kind, two.kind].sort()).toEqual(['claimed', 'lost']);
});

it('recognises its own write when the answer was lost', async () => {
  const run = await running();
  const bytes = (await run.log.records.read(0)) ?? '';
  const head = await appendRecord(run.log, decodeRecord(bytes, 0, ''));
  if (head.kind !== 'ours') throw new Error('the first record is ours');
  const body = unchanged(head.stored.record);
  const record = nextRecord(head.stored, writer('first'), { kind: 'claim', event: null, body }, 0);
  await appendRecord(run.log, record);
  expect((await appendRecord(run.log, record)).kind).toBe('ours');
  expect(await appendRecord(run.log, { ...record, owner: 'other' })).toEqual({ kind: 'superseded', by: 'first' });
});

it('lets a person who loses a number take the next one', async () => {
  const log = memoryLog();
  const entry = { at: 0, verb: 'retry', saw: 0 } as const;
  await Promise.all(['ada', 'bob', 'carol'].map((by) => appendControl(log, { ...entry, by })));
  const by = await Promise.all([0, 1, 2].map(async (seq) => JSON.parse((await log.control.read(seq)) ?? '{}').by));
  expect(by.sort()).toEqual(['ada', 'bob', 'carol']);
});
