import { expect, test } from 'vitest';
import type { Ending } from '#engine/host';
import { UpgradeError } from '#errors/upgrade-error';
import type { RunLog } from '#ports/record-log';
import { main } from '../../../src/cli/main.ts';
import { PLACE, type Scripted, scripted } from '../../builders/composition.ts';
import { logOf, record, runnerNote } from '../../builders/run-log.ts';
import { surroundings } from '../../builders/surroundings.ts';

async function heldBy(liveness: 'alive' | 'dead'): Promise<Scripted> {
  const it = await scripted(() => Promise.reject(new TypeError('not driven here')));
  const log = await logOf([record()]);
  await log.writeRunner(runnerNote());
  it.logs.set(PLACE.run, log);
  const composition: Scripted['composition'] = {
    ...it.composition,
    readHolder: async () => ({ kind: 'held', run: PLACE.run, log: '/runs/a', owner: 'anna@box' }),
    runAt: async () => ({ root: '/runs', place: PLACE }),
    liveness: async () => liveness,
  };
  return { ...it, composition };
}

async function upgrade(it: Scripted, line: string) {
  const around = surroundings();
  const exit = await main(line.split(' '), async () => ({ compose: async () => it.composition }), around);
  return { exit, ...around.printed };
}

const RUN = 'run 1.20-to-1.21 --cluster ekstest --state /other';

test('a cluster whose run is being driven is refused with who drives it, and the advice to look', async () => {
  const { exit, err } = await upgrade(await heldBy('alive'), RUN);
  expect(exit).toBe(5);
  expect(err).toContain('it is running, pid 4711 on box; look at it: upgrade status /runs/a');
  expect(err).not.toContain('upgrade abort');
});

test('a cluster whose run nobody drives is refused with how to go on with it or to give it up', async () => {
  const { exit, err } = await upgrade(await heldBy('dead'), RUN);
  expect(exit).toBe(5);
  expect(err).toContain('upgrade resume /runs/a');
  expect(err).toContain('upgrade abort /runs/a && upgrade resume /runs/a');
});

/** The Lease names a run of which the log is, or is not, on this machine. */
async function leftBehind(log: RunLog | null): Promise<Scripted> {
  const end: Ending = { kind: 'finished', record: record() };
  const it = await scripted(async () => end, {
    readHolder: async () => ({ kind: 'held', run: PLACE.run, log: '/runs/a', owner: 'anna@box' }),
    runAt: async () => (log === null ? null : { root: '/runs', place: PLACE }),
    newRunId: () => 'next',
  });
  if (log !== null) it.logs.set(PLACE.run, log);
  return it;
}

const ended = () => logOf([record(), record({ seq: 1, state: 'finished', snapshot: { status: 'done' } })]);

test('a run that has ended, as its log says, does not hold the cluster: the next one takes its Lease and says so', async () => {
  const it = await leftBehind(await ended());
  const { exit, err } = await upgrade(it, RUN);
  expect(exit).toBe(0);
  expect(err).toContain(`still names run ${PLACE.run}, which will not go on: this run takes it`);
  expect(it.started.map(({ takesFrom }) => takesFrom)).toEqual([PLACE.run]);
});

test('a run whose log is nowhere holds the cluster until the operator names it', async () => {
  const refused = await leftBehind(null);
  const { exit, err } = await upgrade(refused, RUN);
  expect(exit).toBe(5);
  expect(err).toContain(`take the cluster from it: --accept CLUSTER_HELD=${PLACE.run}`);
  expect(refused.started).toEqual([]);

  expect((await upgrade(refused, `${RUN} --accept CLUSTER_HELD=another-run`)).exit).toBe(5);
  const taken = await leftBehind(null);
  expect((await upgrade(taken, `${RUN} --accept CLUSTER_HELD=${PLACE.run}`)).exit).toBe(0);
  expect(taken.started.map(({ takesFrom }) => takesFrom)).toEqual([PLACE.run]);
});

test('a resume of a run that another runner has advises to look at it, with the state folder', async () => {
  const it = await heldBy('alive');
  const resume = () => Promise.reject(new UpgradeError('RunHeld', 'run is held', { hint: 'look', exit: 5 }));
  const { exit, err } = await upgrade({ ...it, composition: { ...it.composition, resume } }, 'resume --state /runs');
  expect(exit).toBe(5);
  expect(err).toContain(`upgrade status ${PLACE.run} --state /runs`);
});
