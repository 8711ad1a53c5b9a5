import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { journalOf, notReads } from '../e2e/seen-from-outside.ts';
import { servedCluster } from '../e2e/served-cluster.ts';
import { aStage } from '../kill/a-stage.ts';
import { RESUME, RUN } from '../kill/killed.ts';
import { differences, theRun } from './as-undisturbed.ts';
import { type AtTerminal, CTRL_C, CTRL_D, named, onATerminal, whyNoTerminal } from './through.ts';

const LONG = 60_000;
const WAITING = 'waiting for update';
const IN_PHASE = '── drain';

describe.skipIf(whyNoTerminal !== null)(named('on a terminal', whyNoTerminal), () => {
  it.each([
    ['waits for the control plane', WAITING],
    ['drains', IN_PHASE],
  ])(
    'Ctrl-C while it %s says at once that it pauses, pauses, and the run can be resumed',
    { timeout: LONG },
    async (_, after) => {
      const stage = await aStage();
      const { exitCode, stdout } = await stage.types(RUN, onATerminal({ after, type: CTRL_C })).outcome;
      expect(exitCode).toBe(4);
      expect(stdout).toContain('SIGINT: pausing at the next safe point; once more ends at once');
      expect(stdout).toMatch(/is paused at "[^"]+", asked for by \S+: SIGINT/);
      expect(stdout).toMatch(/next {5}upgrade resume \S+ --state/);
      expect(await status(stage)).toMatch(/^situation +paused$/m);
      expect(await stage.types(RESUME).outcome).toMatchObject({ exitCode: 0 });
      expect(await differences(stage)).toEqual([]);
    },
  );

  it('Ctrl-C twice ends it at once, with the way on; what it had recorded is there, nothing is done twice', {
    timeout: LONG,
  }, async () => {
    const stage = await aStage();
    const twice = [
      { after: WAITING, type: CTRL_C },
      { after: 'once more ends at once', type: CTRL_C },
    ];
    const { exitCode, stdout } = await stage.types(RUN, onATerminal(...twice)).outcome;
    expect(exitCode).toBe(4);
    expect(stdout).toMatch(
      /SIGINT: ended at once; nothing is lost\s+go on with: upgrade resume \S+ --state|is paused at/,
    );
    expect(await stage.types(RESUME).outcome).toMatchObject({ exitCode: 0 });
    expect(await status(stage)).toMatch(/^situation +finished$/m);
    expect(await differences(stage)).toEqual([]);
  });

  it.each([
    ['waits for the control plane', [{ after: WAITING, close: true }], 'paused'],
    ['drains', [{ after: IN_PHASE, close: true }], 'paused'],
  ] as const)(
    'a window that is closed while it %s is a pause as well, and no crash',
    { timeout: LONG },
    async (_, script, situation) => {
      const stage = await aStage();
      expect(await stage.types(RUN, onATerminal(...script)).outcome).toMatchObject({ exitCode: 4 });
      expect(await status(stage)).toMatch(new RegExp(`^situation +${situation}$`, 'm'));
      const records = join(theRun(stage.state), 'control/00000001.json');
      expect(JSON.parse(readFileSync(records, 'utf8'))).toMatchObject({ verb: 'pause', why: 'SIGHUP' });
      expect(await stage.types(RESUME).outcome).toMatchObject({ exitCode: 0 });
      expect(await differences(stage)).toEqual([]);
    },
  );

  it.each<[string, AtTerminal, number]>([
    ['Ctrl-D', { after: 'Type yes', type: CTRL_D }, 3],
    ['Ctrl-C', { after: 'Type yes', type: CTRL_C }, 130],
    ['a closed window', { after: 'Type yes', close: true }, 129],
  ])('%s at the question at the start changes nothing', { timeout: LONG }, async (_, act, exit) => {
    const stage = await aStage();
    const { exitCode, stdout } = await stage.types(['run', '1.20-to-1.21'], onATerminal(act)).outcome;
    expect(exitCode).toBe(exit);
    expect(stdout).not.toMatch(/^\s+at .*:\d+/m);
    expect(notReads(await journalOf(stage.twin))).toEqual([]);
    expect(await stage.runs()).toEqual([]);
  });

  it.each<[string, AtTerminal]>([
    ['Ctrl-D', { after: 'Type the name', type: CTRL_D }],
    ['Ctrl-C', { after: 'Type the name', type: CTRL_C }],
    ['a closed window', { after: 'Type the name', close: true }],
  ])(
    '%s at the question before the delete leaves the run at its gate, and the next approval opens it',
    { timeout: LONG },
    async (_, act) => {
      const stage = await aStage();
      const yes = { after: 'Type yes', type: 'yes\r' };
      expect(await stage.types(['run', '1.20-to-1.21'], onATerminal(yes, act)).outcome).toMatchObject({ exitCode: 4 });
      expect(await status(stage)).toMatch(/^gate +delete-old-nodes$/m);
      expect(await stage.types(RESUME).outcome).toMatchObject({ exitCode: 0 });
      expect(await differences(stage)).toEqual([]);
    },
  );

  it('of the packaged command, Ctrl-C at a gate leaves no pause behind that would stop the next resume', {
    timeout: LONG,
  }, async () => {
    const cluster = await servedCluster({ clock: 'wall' });
    expect(await cluster.types(['run', '1.20-to-1.21', ...cluster.flags]).outcome).toMatchObject({ exitCode: 4 });
    const left = await cluster.types(['resume', ...cluster.flags], onATerminal({ after: 'Type yes', type: CTRL_C }))
      .outcome;
    expect(left).toMatchObject({
      exitCode: 4,
      stdout: expect.stringContaining('waits for approval before control-plane'),
    });
    const status = await cluster.types(['status', ...cluster.flags]).outcome;
    expect(status.stdout).not.toContain('pause');
  });
});

const status = async (stage: Awaited<ReturnType<typeof aStage>>) => (await stage.types(['status']).outcome).stdout;

it.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)(
  '%s without a terminal is a pause, told in words',
  { timeout: LONG },
  async (signal) => {
    const stage = await aStage();
    const held = stage.holds({ mutating: 7, when: 'before' });
    const run = stage.types(RUN);
    await held;
    run.kill(signal);
    await run.printed(`${signal}: pausing at the next safe point`);
    await stage.control('POST', 'release');
    const { exitCode, stdout } = await run.outcome;
    expect(exitCode).toBe(4);
    expect(stdout).toContain(`: ${signal}`);
    expect(await stage.types(RESUME).outcome).toMatchObject({ exitCode: 0 });
    expect(await differences(stage)).toEqual([]);
  },
);
