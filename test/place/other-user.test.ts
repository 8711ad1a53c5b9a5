import { chmodSync, chownSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { journalOf, notReads } from '../e2e/seen-from-outside.ts';
import { aStage } from '../kill/a-stage.ts';
import { RESUME, RUN } from '../kill/killed.ts';
import { differences, theRun } from './as-undisturbed.ts';
import { named, through, whyNobodyElse } from './through.ts';

const LONG = 60_000;
const UPGRADE = fileURLToPath(new URL('../../bin/upgrade.js', import.meta.url));
/** A number that the system has no name and no home for. */
const NOBODY = 54_321;
const asNobody = through(`exec setpriv --reuid ${NOBODY} --clear-groups "$@"`);

/** A stage that a user without special rights can use: root is refused nothing. */
async function stageOfNobody() {
  const stage = await aStage();
  await execa('chown', ['-R', String(NOBODY), stage.folder, dirname(stage.twin.kubeconfig)]);
  return stage;
}

describe.skipIf(whyNobodyElse !== null)(named('a user without rights', whyNobodyElse), () => {
  it('begins no run in a folder that it may not write to, and changes nothing', { timeout: LONG }, async () => {
    const stage = await stageOfNobody();
    mkdirSync(stage.state, { mode: 0o755 });
    const { exitCode, stderr } = await stage.types(RUN, asNobody).outcome;
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(
      /cannot be written at \S+: EACCES: permission denied, mkdir '\S+' \[LogNotWritable\]\n {2}→ name another folder with --state/,
    );
    expect(notReads(await journalOf(stage.twin))).toEqual([]);
    chownSync(stage.state, NOBODY, -1);
    expect(await stage.types(RUN, asNobody).outcome).toMatchObject({ exitCode: 0 });
  });

  it.each([
    ['read', 0o000, 'LogUnreadable', "EACCES: permission denied, scandir '"],
    ['written', 0o555, 'LogNotWritable', "EACCES: permission denied, open '"],
  ])(
    'is told that records cannot be %s, and goes on once they can',
    { timeout: LONG },
    async (_, mode, code, words) => {
      const stage = await stageOfNobody();
      const gate = await stage.types(['run', '1.20-to-1.21'], asNobody).outcome;
      expect(gate).toMatchObject({ exitCode: 4 });
      const records = join(theRun(stage.state), 'records');
      chmodSync(records, mode);
      const { exitCode, stderr } = await stage.types(RESUME, asNobody).outcome;
      expect(exitCode).toBe(2);
      expect(stderr).toContain(`[${code}]`);
      expect(stderr).toContain(words);
      expect(stderr).toContain('Nothing was done; the cluster stands where the run left it');
      chmodSync(records, 0o700);
      expect(await stage.types(RESUME, asNobody).outcome).toMatchObject({ exitCode: 0 });
      expect(await differences(stage, stage.state, String(NOBODY))).toEqual([]);
    },
  );

  it('that has no home is told to name the state folder', async () => {
    const words = ['--reuid', String(NOBODY), '--clear-groups', process.execPath, UPGRADE, 'status'];
    const { exitCode, stderr } = await execa('setpriv', words, {
      env: { PATH: process.env.PATH },
      extendEnv: false,
      reject: false,
    });
    expect(exitCode).toBe(2);
    expect(stderr).toBe(
      'error: this user has no home folder (HOME is not set), so nothing says where runs are kept [WrongUse]\n  → --state <folder>',
    );
  });
});
