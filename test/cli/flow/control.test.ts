import { expect, test } from 'vitest';
import { decodeControl } from '#engine/chain';
import { main } from '../../../src/cli/main.ts';
import { PLACE, type Scripted, scripted } from '../../builders/composition.ts';
import { logOf, MINUTE, NOW, record, runnerNote } from '../../builders/run-log.ts';
import { surroundings } from '../../builders/surroundings.ts';

const never = () => Promise.reject(new TypeError('not driven here'));

async function withRun(...records: Parameters<typeof record>[0][]): Promise<Scripted> {
  const it = await scripted(never);
  it.logs.set(PLACE.run, await logOf(records.map((changed) => record(changed))));
  return it;
}

async function upgrade(it: Scripted, ...argv: string[]) {
  const around = surroundings();
  const exit = await main(argv, async () => ({ compose: async () => it.composition }), around);
  return { exit, ...around.printed };
}

test('pause without a living runner is kept in the log and says so', async () => {
  const it = await withRun({});
  const { exit, out } = await upgrade(it, 'pause', '--why', 'lunch');
  expect(exit).toBe(0);
  expect(out).toContain('no runner has taken it');
  expect(out).toContain('upgrade resume 20211109-083038-7f3a');
  const bytes = await it.logs.get(PLACE.run)?.control.read(0);
  expect(decodeControl(bytes ?? '', 0, '')).toMatchObject({ verb: 'pause', why: 'lunch', by: 'anna@box', saw: 0 });
});

test('pause says that the runner took it, and how to go on', async () => {
  const it = await withRun({});
  const log = it.logs.get(PLACE.run);
  if (!log) return expect.unreachable();
  await log.writeRunner(runnerNote());
  const alive: Scripted = { ...it, composition: { ...it.composition, liveness: async () => 'alive' } };
  const asking = upgrade(alive, 'pause');
  await expect.poll(() => log.control.head()).not.toBeNull();
  await logOf([record(), record({ kind: 'control', event: null, controls: 1 })], log);
  expect((await asking).out).toContain('is taken by the runner');
});

test.each(['pause', 'abort', 'retry', 'skip', 'approve delete-old-nodes'])(
  '%s at a living runner that is busy says with what, and does not advise to resume what is held',
  async (line) => {
    const it = await withRun({});
    await it.logs.get(PLACE.run)?.writeRunner(runnerNote());
    const patience = () => ({ over: () => true, rest: async () => undefined });
    const busy: Scripted = { ...it, composition: { ...it.composition, patience, liveness: async () => 'alive' } };
    const { exit, out } = await upgrade(busy, ...line.split(' '));
    expect(exit).toBe(0);
    expect(out).toBe(
      `run 20211109-083038-7f3a: "${line}" is in the log; the runner on box is alive and busy with pod default/web-1 to be gone; it takes the request at its next safe point\nsee: upgrade status 20211109-083038-7f3a\n`,
    );
    const json = JSON.parse((await upgrade(busy, ...line.split(' '), '-o', 'json')).out);
    expect(json).toMatchObject({ answer: 'waiting', next: ['upgrade status 20211109-083038-7f3a'] });
  },
);

test('an abort that the runner took is watched by status, a pause is ended by resume', async () => {
  for (const [verb, event, next] of [
    ['abort', { type: 'operator.abort' }, 'see: upgrade status'],
    ['pause', null, 'go on with: upgrade resume'],
  ] as const) {
    const it = await withRun({});
    const log = it.logs.get(PLACE.run);
    if (!log) return expect.unreachable();
    await log.writeRunner(runnerNote());
    const alive: Scripted = { ...it, composition: { ...it.composition, liveness: async () => 'alive' } };
    const asking = upgrade(alive, verb);
    await expect.poll(() => log.control.head()).not.toBeNull();
    await logOf([record(), record({ kind: 'control', event, controls: 1 })], log);
    expect((await asking).out).toContain(next);
  }
});

test('what was typed to reach the cluster is repeated in the command to go on with', async () => {
  const it = await withRun({}, PARKED);
  const { out } = await upgrade(it, 'retry', '--kubeconfig', '/k c', '--context', 'prod', '--profile', 'ops');
  expect(out).toContain(
    "go on with: upgrade resume 20211109-083038-7f3a --profile ops --context prod --kubeconfig '/k c'",
  );
});

test('a refusal of the runner is shown in its words', async () => {
  const it = await withRun({});
  const log = it.logs.get(PLACE.run);
  if (!log) return expect.unreachable();
  await log.writeRunner(runnerNote());
  const alive: Scripted = { ...it, composition: { ...it.composition, liveness: async () => 'alive' } };
  const asking = upgrade(alive, 'skip', '-o', 'json');
  await expect.poll(() => log.control.head()).not.toBeNull();
  await logOf([record(), record({ kind: 'control', event: null, controls: 1, refused: 'not while it works' })], log);
  expect(JSON.parse((await asking).out)).toMatchObject({ verb: 'skip', answer: 'refused', why: 'not while it works' });
});

test('a run that has ended cannot be asked for anything', async () => {
  const it = await withRun({
    state: 'finished',
    snapshot: { status: 'done', value: 'finished', context: {} },
    effect: null,
  });
  const { exit, err } = await upgrade(it, 'retry');
  expect(exit).toBe(2);
  expect(err).toContain('has ended');
});

test('several open runs have to be told apart', async () => {
  const it = await withRun({});
  it.logs.set('20211110-000000-bbbb', await logOf([record({ run: '20211110-000000-bbbb' })]));
  const { exit, err } = await upgrade(it, 'pause');
  expect(exit).toBe(2);
  expect(err).toContain('20211110-000000-bbbb');
});

test('an ended run does not stand in the way of the open one', async () => {
  const it = await withRun({});
  it.logs.set(
    '20211101-000000-aaaa',
    await logOf([record({ snapshot: { status: 'done', value: 'finished', context: {} }, state: 'finished' })]),
  );
  expect((await upgrade(it, 'pause')).out).toContain('run 20211109-083038-7f3a');
});

const AT_FIRST_GATE = {
  state: 'work.startQuestion',
  snapshot: {
    status: 'active',
    value: { work: 'startQuestion' },
    context: { mayGoOn: false },
    children: {},
    historyValue: {},
  },
  effect: null,
} as const;

const PARKED = {
  state: 'parked',
  snapshot: { status: 'active', value: 'parked', context: { mayGoOn: false }, children: {}, historyValue: {} },
  effect: null,
} as const;

const entries = async (it: Scripted) => (await it.logs.get(PLACE.run)?.control.head()) ?? null;

test.each([
  ['approve delete-old-nodes', AT_FIRST_GATE, 'the run waits at gate "control-plane", not at "delete-old-nodes"'],
  ['retry', AT_FIRST_GATE, 'it waits for approval before control-plane'],
  ['skip', AT_FIRST_GATE, 'cannot take "skip"'],
  ['skip', PARKED, 'it is parked at "drain, emptying"'],
  ['approve control-plane', PARKED, 'does not wait at gate'],
])('%s is refused at once where the next resume would throw it away', async (line, at, why) => {
  const it = await withRun({}, at);
  const { exit, err } = await upgrade(it, ...line.split(' '));
  expect(exit).toBe(2);
  expect(err).toContain(why);
  expect(err).toContain('Nothing was written');
  expect(err).toContain('upgrade resume 20211109-083038-7f3a');
  expect(await entries(it)).toBeNull();
});

test.each([
  ['approve control-plane', AT_FIRST_GATE],
  ['abort', AT_FIRST_GATE],
  ['retry', PARKED],
])('%s is written where the next resume takes it', async (line, at) => {
  const it = await withRun({}, at);
  expect((await upgrade(it, ...line.split(' '))).exit).toBe(0);
  expect(await entries(it)).not.toBeNull();
});

test.each([
  ['is paused already', { kind: 'control', event: null, controls: 0 } as const],
  ['waits at gate control-plane already', AT_FIRST_GATE],
  ['is parked already', PARKED],
])('a pause of a run that %s says so and writes nothing', async (said, at) => {
  const it = await withRun({}, at);
  const { exit, out } = await upgrade(it, 'pause');
  expect(exit).toBe(0);
  expect(out).toContain(said);
  expect(await entries(it)).toBeNull();
});

test('several open runs are listed with how they stand; with --cluster the advice is only to name one', async () => {
  const it = await withRun({}, { ...AT_FIRST_GATE });
  const run = '20211110-000000-bbbb';
  it.logs.set(run, await logOf([record({ run }), record({ run, ...PARKED })]));
  const { err } = await upgrade(it, 'status');
  expect(err).toContain(
    'waits for approval before control-plane, since 2021-11-09 08:55:44Z (3 min ago); nothing was changed',
  );
  expect(err).toContain('parked at "drain, emptying", since');
  expect(err).toContain('or give --cluster');
  expect((await upgrade(it, 'status', '--cluster', 'ekstest')).err).toContain('→ name one of them\n');
});

test('of several open runs of a cluster the one that holds it is meant', async () => {
  const it = await withRun({}, { ...AT_FIRST_GATE });
  const run = '20211110-000000-bbbb';
  it.logs.set(run, await logOf([record({ run }), record({ ...PARKED, run })]));
  const composition: Scripted['composition'] = {
    ...it.composition,
    readHolder: async () => ({ kind: 'held', run: '20211110-000000-bbbb', log: '/runs/b', owner: 'anna@box' }),
    runAt: async () => ({ root: '/runs', place: { ...PLACE, run: '20211110-000000-bbbb' } }),
  };
  const { exit, out } = await upgrade({ ...it, composition }, 'status', '--cluster', 'ekstest');
  expect(exit).toBe(0);
  expect(out).toContain('20211110-000000-bbbb');
});

test('the time since when a run waits is that of entering the state, not of what was refused meanwhile', async () => {
  const asked = { ...AT_FIRST_GATE, kind: 'control', event: null, refused: 'not here' } as const;
  const it = await withRun({}, { ...AT_FIRST_GATE, at: NOW - 60 * MINUTE }, { ...asked, at: NOW - MINUTE });
  expect((await upgrade(it, 'status')).out).toContain('(60 min ago)');
});
