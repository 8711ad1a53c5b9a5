import { expect, it } from 'vitest';
import { ScriptedRun } from './scripted-run.ts';

it('tells the machine what was waited for when a deadline passes, so that a failure can name it', async () => {
  const run = new ScriptedRun({ nodeTakes: 3_600_000 });
  await run.start();
  await run.ask('approve', { gate: 'change' });
  await run.resume();
  const waits = run.messages.flatMap((it) => (it.code === 'step-waiting' ? [it.data.waitingFor.what] : []));
  const fired = (await run.records()).filter(({ kind }) => kind === 'timer').map(({ event }) => event);
  expect(fired).toHaveLength(3);
  for (const event of fired) expect(waits).toContain((event as { waitingFor?: string }).waitingFor);
});
