import { expect, it } from 'vitest';
import { appendControl } from '#engine/control';
import type { Ending, Host } from '#engine/host';
import { EXIT } from '#errors/exit-codes';
import { UpgradeError } from '#errors/upgrade-error';
import { ScriptedRun } from './scripted-run.ts';

/** A run with something asked for while `step` is being performed for the first time. */
async function askedDuring(
  step: string,
  ask: (run: ScriptedRun) => Promise<void>,
): Promise<{ run: ScriptedRun; ending: Ending }> {
  const run = new ScriptedRun();
  let asked = false;
  const perform: Host['perform'] = async (effect, slice) => {
    if (effect.src === step && !asked) {
      asked = true;
      run.clock.at(run.clock.now() + 3_000, () => void ask(run));
    }
    return run.world.perform(effect, slice);
  };
  let ending = await run.start({ perform });
  while (ending.kind === 'gate' && !asked) {
    await run.ask('approve', { gate: ending.gate });
    ending = await run.resume({ perform });
  }
  return { run, ending };
}

it('interrupts a running slice when somebody asks for a pause, and keeps the step pending with its token', async () => {
  const { run, ending } = await askedDuring('watch-update', (it) => it.ask('pause'));
  expect(ending).toMatchObject({ kind: 'paused', by: 'ada@desk' });
  const [before, pause] = (await run.records()).slice(-2);
  expect(pause).toMatchObject({ kind: 'control', event: null, state: 'work.updating' });
  expect(pause?.effect).toEqual(before?.effect);
  expect((pause?.at ?? 0) - (before?.at ?? 0)).toBe(3_000);
  expect(run.messages.at(-1)?.code).toBe('run-paused');
});

it('interrupts the bake when somebody aborts', async () => {
  const run = new ScriptedRun();
  let ending = await run.start();
  const notify: Host['notify'] = (message) => {
    if (message.code !== 'state-entered' || message.data.state !== 'work.baking') return;
    run.clock.at(run.clock.now() + 600_000, () => void run.ask('abort'));
  };
  await run.ask('approve', { gate: 'change' });
  ending = await run.resume({ notify });
  expect(ending.kind).toBe('aborted');
  const records = await run.records();
  const baking = records.find(({ state }) => state === 'work.baking');
  expect((records.at(-1)?.at ?? 0) - (baking?.at ?? 0)).toBe(600_000);
});

it.each([
  ['skip', {}, 'the run cannot take "skip" here'],
  ['retry', {}, 'the run cannot take "retry" here'],
  ['approve', { gate: 'delete' }, 'the run waits at gate "change", not at "delete"'],
  ['approve', {}, 'it does not name a gate'],
] as const)(
  'refuses %s %j at the gate "change", with a record that says why, and waits on',
  async (verb, more, why) => {
    const run = new ScriptedRun();
    await run.start();
    await run.ask(verb, more);
    const ending = await run.resume();
    expect(ending).toMatchObject({ kind: 'gate', gate: 'change' });
    expect((await run.records()).at(-1)).toMatchObject({ kind: 'control', event: null, refused: why, controls: 1 });
    expect(run.messages).toContainEqual({ code: 'control-refused', data: { verb, why } });
  },
);

it('refuses an approval while the run waits at no gate, and the step goes on', async () => {
  const { run, ending } = await askedDuring('drain-node', (it) => it.ask('approve', { gate: 'delete' }));
  expect(ending).toMatchObject({ kind: 'gate', gate: 'delete' });
  const refused = (await run.records()).filter((record) => record.refused !== undefined);
  expect(refused.map((record) => record.refused)).toEqual(['the run does not wait at gate "delete"']);
});

it('skips only where the machine says it is harmless', async () => {
  const run = new ScriptedRun({
    fail: (effect) => {
      if (effect.src === 'check-world') throw new UpgradeError('LimitReached', 'never mind');
    },
  });
  expect(await run.start()).toMatchObject({ kind: 'parked', failure: { code: 'LimitReached' } });
  await run.ask('skip');
  expect((await run.resume()).kind).toBe('finished');
});

it('refuses a second pause that was asked for before the run was resumed', async () => {
  const { run } = await askedDuring('watch-update', async (it) => {
    await it.ask('pause');
    await it.ask('pause');
  });
  run.clock.jump(1_000);
  const ending = await run.resume();
  expect(ending).toMatchObject({ kind: 'gate', gate: 'delete' });
  expect((await run.records()).find((record) => record.refused)?.refused).toContain('before the run was resumed');
});

/** A run whose runner dies while it watches the update. */
async function dead(): Promise<ScriptedRun> {
  const run = new ScriptedRun();
  const perform: Host['perform'] = async (effect, slice) => {
    if (effect.src === 'watch-update') await run.claim(run.host('that dies at once'));
    return run.world.perform(effect, slice);
  };
  await run.start();
  await run.ask('approve', { gate: 'change' });
  expect((await run.resume({ perform })).kind).toBe('superseded');
  run.clock.jump(1_000);
  return run;
}

it('takes a pause that was asked for while the runner was dead at the next resume, once', async () => {
  const run = await dead();
  await run.ask('pause');
  await run.ask('pause');
  run.clock.jump(1_000);
  expect((await run.resume()).kind).toBe('paused');
  run.clock.jump(1_000);
  expect(await run.resume()).toMatchObject({ kind: 'gate', gate: 'delete' });
});

it('refuses the second pause also when the runner died that had resumed the run', async () => {
  const run = await dead();
  await run.ask('pause');
  await run.ask('pause');
  run.clock.jump(1_000);
  expect((await run.resume()).kind).toBe('paused');
  run.clock.jump(1_000);
  await run.claim(run.host('that dies at once, too'));
  run.clock.jump(1_000);
  expect(await run.resume()).toMatchObject({ kind: 'gate', gate: 'delete' });
});

it('honours a pause that is asked for after the resume, even if the person saw an older record', async () => {
  const { run } = await askedDuring('watch-update', (it) => it.ask('pause'));
  run.clock.jump(1_000);
  const host = run.host('runner-x');
  await run.claim(host);
  run.clock.jump(1_000);
  await appendControl(run.log, { at: run.clock.now(), verb: 'pause', by: 'bob@desk', saw: 0 });
  expect(await run.resume()).toMatchObject({ kind: 'paused', by: 'bob@desk' });
});

it('pauses by itself, and says why in the log, when a step cannot go on for now', async () => {
  const run = new ScriptedRun({
    fail: () => {
      throw new UpgradeError('CredentialsExpired', 'the credentials have expired', { exit: EXIT.paused });
    },
  });
  expect(await run.start()).toMatchObject({ kind: 'paused', by: 'upgrade', why: 'the credentials have expired' });
  expect((await run.records()).at(-1)?.state).toBe('work.checking');
});
