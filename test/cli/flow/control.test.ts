import { expect, test } from 'vitest';
import { decodeControl } from '#engine/chain';
import { main } from '../../../src/cli/main.ts';
import { PLACE, type Scripted, scripted } from '../../builders/composition.ts';
import { logOf, record, runnerNote } from '../../builders/run-log.ts';
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
