import { expect, test } from 'vitest';
import { UpgradeError } from '#errors/upgrade-error';
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

test('a resume of a run that another runner has advises to look at it, with the state folder', async () => {
  const it = await heldBy('alive');
  const resume = () => Promise.reject(new UpgradeError('RunHeld', 'run is held', { hint: 'look', exit: 5 }));
  const { exit, err } = await upgrade({ ...it, composition: { ...it.composition, resume } }, 'resume --state /runs');
  expect(exit).toBe(5);
  expect(err).toContain(`upgrade status ${PLACE.run} --state /runs`);
});
