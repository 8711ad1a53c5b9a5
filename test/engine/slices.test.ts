import { expect, it } from 'vitest';
import type { Host } from '#engine/host';
import { UpgradeError } from '#errors/upgrade-error';
import { ScriptedRun } from './scripted-run.ts';

/** The scripted run with the first gate behind it. */
async function pastTheGate(run: ScriptedRun, changes: Partial<Host> = {}) {
  await run.start();
  await run.ask('approve', { gate: 'change' });
  return run.resume(changes);
}

it('gives slices of at most 50 s that end no later than the next timer, all with the same token and schedule', async () => {
  const run = new ScriptedRun({ nodeTakes: 880_000 });
  const seen: { src: string; token: string; length: number; scheduledAt: number }[] = [];
  await pastTheGate(run, {
    perform: (effect, slice) => {
      seen.push({
        src: effect.src,
        token: slice.token,
        length: slice.end - run.clock.now(),
        scheduledAt: slice.scheduledAt,
      });
      return run.world.perform(effect, slice);
    },
  });
  const watch = seen.filter(({ src }) => src === 'watch-update');
  expect(watch).toHaveLength(34);
  expect(new Set(watch.map(({ token }) => token)).size).toBe(1);
  expect(new Set(watch.map(({ scheduledAt }) => scheduledAt)).size).toBe(1);
  expect(Math.max(...seen.map(({ length }) => length))).toBe(50_000);
  expect(seen.filter(({ src }) => src === 'drain-node').at(17)?.length).toBe(50_000);
});

it('writes a sign of life at least every 10 s while a step waits and while the run bakes', async () => {
  const run = new ScriptedRun();
  const at: number[] = [];
  const log = { ...run.log, writeRunner: async (note: { at: number }) => void at.push(note.at) };
  await pastTheGate(run, { log });
  const gaps = at.slice(1).map((it, index) => it - (at[index] ?? 0));
  expect(Math.max(...gaps)).toBe(10_000);
});

it('goes on when the sign of life cannot be written', async () => {
  const run = new ScriptedRun();
  const log = { ...run.log, writeRunner: () => Promise.reject(new UpgradeError('LogNotWritable', 'no room')) };
  expect(await pastTheGate(run, { log })).toMatchObject({ kind: 'gate', gate: 'delete' });
});

it('tells people what a step waits for when it changes, and otherwise once a minute', async () => {
  const run = new ScriptedRun();
  let left = 12;
  await pastTheGate(run, {
    perform: async (effect, slice) => {
      if (effect.src !== 'watch-update' || left-- <= 0) return run.world.perform(effect, slice);
      await slice.time.until(run.clock.now() + 20_000);
      return { kind: 'again', waitingFor: { what: left > 5 ? 'one thing' : 'another', since: 0, endsWhen: 'it ends' } };
    },
  });
  const told = run.messages.flatMap((message) =>
    message.code === 'step-waiting' ? [message.data.waitingFor.what] : [],
  );
  expect(told.filter((what) => what === 'one thing')).toHaveLength(2);
  expect(told.filter((what) => what === 'another')).toHaveLength(2);
});

it('takes a call that was broken off by the interruption for unfinished, not for failed', async () => {
  const run = new ScriptedRun();
  const ending = await pastTheGate(run, {
    perform: async (effect, slice) => {
      if (effect.src !== 'watch-update') return run.world.perform(effect, slice);
      run.clock.at(run.clock.now() + 1_000, () => void run.ask('pause'));
      await slice.time.until(slice.end);
      slice.signal.throwIfAborted();
      return { kind: 'done', output: {} };
    },
  });
  expect(ending.kind).toBe('paused');
});

it('is not kept busy by a step that gives its slices back unused', async () => {
  const run = new ScriptedRun();
  let left = 100;
  const ending = await pastTheGate(run, {
    perform: async (effect, slice) => {
      if (effect.src !== 'watch-update' || left-- <= 0) return run.world.perform(effect, slice);
      return { kind: 'again', waitingFor: { what: 'it', since: 0, endsWhen: 'it ends' } };
    },
  });
  expect(ending.kind).toBe('gate');
  const entered = (await run.records()).filter(({ state }) => state === 'work.updating');
  expect((entered.at(0)?.effect?.scheduledAt ?? 0) + 100_000).toBeLessThan(run.clock.now());
});

it('tells a running step within 10 s that another runner has taken over, and stops', async () => {
  const run = new ScriptedRun();
  const reasons: unknown[] = [];
  const began = run.clock.now();
  const ending = await pastTheGate(run, {
    perform: async (effect, slice) => {
      if (effect.src !== 'watch-update') return run.world.perform(effect, slice);
      run.clock.at(began + 1_000, () => void run.claim(run.host('thief')));
      await slice.time.until(slice.end);
      reasons.push(slice.signal.reason, run.clock.now() - began);
      return { kind: 'done', output: {} };
    },
  });
  expect(reasons[0]).toBe('superseded');
  expect(reasons[1]).toBeLessThanOrEqual(11_000);
  expect(ending).toEqual({ kind: 'superseded', by: 'thief' });
  expect(run.messages.at(-1)).toEqual({ code: 'run-superseded', data: { run: 'run-1', by: 'thief' } });
});

it.each([
  [
    'says that it is not done',
    () => ({ kind: 'again', waitingFor: { what: 'it', since: 0, endsWhen: 'it ends' } }) as const,
  ],
  [
    'throws what the signal says',
    (signal: AbortSignal): never => {
      throw signal.reason;
    },
  ],
])('gives no further slice after another runner has taken over, when the step %s', async (_, answer) => {
  const run = new ScriptedRun();
  let slices = 0;
  const ending = await pastTheGate(run, {
    perform: async (effect, slice) => {
      if (effect.src !== 'watch-update') return run.world.perform(effect, slice);
      slices++;
      await run.claim(run.host('thief'));
      await slice.time.until(slice.end);
      return answer(slice.signal);
    },
  });
  expect(ending).toEqual({ kind: 'superseded', by: 'thief' });
  expect(slices).toBe(1);
});

it('stops baking when another runner has taken over', async () => {
  const run = new ScriptedRun();
  const began = run.clock.now();
  const ending = await pastTheGate(run, {
    notify: ({ code, data }) => {
      if (code === 'state-entered' && data.state === 'work.baking')
        run.clock.at(run.clock.now() + 1_000, () => void run.claim(run.host('thief')));
    },
  });
  expect(ending).toEqual({ kind: 'superseded', by: 'thief' });
  expect(run.clock.now() - began).toBeLessThan(35 * 60_000);
});

it('lets a step change nothing that was stopped while another runner took over, without a wait in between', async () => {
  const run = new ScriptedRun();
  const did: string[] = [];
  const ending = await pastTheGate(run, {
    perform: async (effect, slice) => {
      if (effect.src !== 'watch-update') return run.world.perform(effect, slice);
      await slice.ensureOurs();
      did.push('while it was ours');
      await run.claim(run.host('thief'));
      await slice.ensureOurs();
      did.push('after it was taken over');
      return { kind: 'done', output: {} };
    },
  });
  expect(did).toEqual(['while it was ours']);
  expect(ending).toEqual({ kind: 'superseded', by: 'thief' });
});

it('shows at once what a step is about to wait for, in its sign of life alone', async () => {
  const run = new ScriptedRun();
  const notes: { readonly at: number; readonly waitingFor: string | null }[] = [];
  const log = { ...run.log, writeRunner: async (note: (typeof notes)[number]) => void notes.push(note) };
  let before = -1;
  let told = -1;
  await pastTheGate(run, {
    log,
    perform: async (effect, slice) => {
      if (effect.src !== 'watch-update' || before >= 0) return run.world.perform(effect, slice);
      before = (await run.records()).length;
      told = run.clock.now();
      slice.waits({ what: 'an early word', since: told, endsWhen: 'it ends' });
      await slice.time.until(slice.end);
      expect((await run.records()).length).toBe(before);
      return run.world.perform(effect, slice);
    },
  });
  expect(notes.find(({ waitingFor }) => waitingFor === 'an early word')?.at).toBe(told);
  expect(notes.filter(({ waitingFor }) => waitingFor === 'an early word').length).toBeGreaterThan(3);
  expect(run.messages.filter((it) => JSON.stringify(it).includes('an early word'))).toEqual([]);
});

it('does not say of a new step that it waits for what the one before it waited for', async () => {
  const run = new ScriptedRun();
  const notes: { readonly state: string; readonly waitingFor: string | null }[] = [];
  const log = { ...run.log, writeRunner: async (note: (typeof notes)[number]) => void notes.push(note) };
  await pastTheGate(run, {
    log,
    perform: (effect, slice) => {
      if (effect.src === 'watch-update') slice.waits({ what: 'the update', since: 0, endsWhen: 'it ends' });
      return run.world.perform(effect, slice);
    },
  });
  expect(notes.some(({ waitingFor }) => waitingFor === 'the update')).toBe(true);
  expect(notes.filter(({ state, waitingFor }) => waitingFor === 'the update' && state !== 'work.updating')).toEqual([]);
});
