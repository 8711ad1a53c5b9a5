import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { journalOf, notReads } from '../e2e/seen-from-outside.ts';
import { aStage } from '../kill/a-stage.ts';
import type { Command } from '../kill/command.ts';
import { RESUME, RUN } from '../kill/killed.ts';
import type { Stage } from '../kill/stage.ts';
import { differences, runsBelow, theRun } from './as-undisturbed.ts';
import { aSmallDisk, whyNoDisk } from './small-disk.ts';
import { named } from './through.ts';

const LONG = 60_000;
const LOG_FULL = /the run's log cannot be written at \S+\/records\/\d{8}\.json: ENOSPC: no space left on device/;

/** A run with its log on a small disk, held at a request. */
async function heldOnSmallDisk(where: object) {
  const [stage, disk] = [await aStage(), aSmallDisk()];
  const held = stage.holds(where);
  const run = stage.types(RUN, { state: disk.state });
  await Promise.race([held, run.outcome]);
  return { stage, disk, run };
}

const letGo = async (stage: Stage, run: Command) => {
  await stage.control('POST', 'release');
  return run.outcome;
};

describe.skipIf(whyNoDisk !== null)(named('a full disk', whyNoDisk), () => {
  it('lets no run begin, changes nothing and leaves no trace; with room the same command does it all', {
    timeout: LONG,
  }, async () => {
    const [stage, disk] = [await aStage(), aSmallDisk()];
    disk.fill();
    const refused = await stage.types(RUN, { state: disk.state }).outcome;
    expect(refused).toMatchObject({ exitCode: 2, stdout: '' });
    expect(refused.stderr).toContain('ENOSPC: no space left on device, write [LogNotWritable]');
    expect(refused.stderr).toContain('→ make room on this disk, or name another folder with --state');
    expect(runsBelow(disk.state)).toEqual([]);
    expect(notReads(await journalOf(stage.twin))).toEqual([]);
    disk.makeRoom();
    expect(await stage.types(RUN, { state: disk.state }).outcome).toMatchObject({ exitCode: 0 });
    expect(await differences(stage, disk.state)).toEqual([]);
  });

  it.each([
    ['before the control plane is started', { mutating: 2, when: 'before' }],
    ['between the start of the control plane and its record', { mutating: 2, when: 'after' }],
    ['in the drain', { mutating: 7, when: 'after' }],
    ['as an add-on is updated', { mutating: 17, when: 'after' }],
  ])(
    'stops a run %s, says how it stands, and with room it goes on without doing anything twice',
    { timeout: LONG },
    async (_, where) => {
      const { stage, disk, run } = await heldOnSmallDisk(where);
      disk.fill();
      const stopped = await letGo(stage, run);
      expect(stopped.exitCode).toBe(1);
      expect(stopped.stdout).toMatch(/run \S+ has stopped at "[^"]+": its runner cannot go on; nothing is lost/);
      expect(stopped.stdout).toMatch(LOG_FULL);
      expect(stopped.stdout).toMatch(/^ {2}to do {4}make room on this disk$/m);
      expect(stopped.stdout).toMatch(/^ {2}cluster {2}\S/m);
      expect(stopped.stdout).toMatch(/^ {2}next {5}upgrade resume \S+ --state \S+/m);
      const still = await stage.types(RESUME, { state: disk.state }).outcome;
      expect(still.exitCode).toBe(2);
      expect(still.stderr).toMatch(LOG_FULL);
      expect(still.stderr).toMatch(
        /Nothing was done; the cluster stands where the run left it \[LogNotWritable\]\n {2}→ make room on this disk\n {4}then: upgrade resume \S+ --state/,
      );
      expect(await stage.types(['status'], { state: disk.state }).outcome).toMatchObject({ exitCode: 0 });
      expect(leftovers(theRun(disk.state))).toEqual([]);
      disk.makeRoom();
      expect(await stage.types(RESUME, { state: disk.state }).outcome).toMatchObject({ exitCode: 0 });
      expect(await differences(stage, disk.state)).toEqual([]);
    },
  );

  it('costs a run nothing while only its sign of life is written', { timeout: LONG }, async () => {
    const { stage, disk, run } = await heldOnSmallDisk({ mutating: 2, when: 'before' });
    const { requests } = await stage.control<{ requests: number }>('GET', 'requests');
    await waitsAt(stage, requests + 3);
    // The last one may be half done.
    await new Promise((resolve) => setTimeout(resolve, 300));
    const before = readFileSync(join(theRun(disk.state), 'runner.json'), 'utf8');
    disk.fill();
    await waitsAt(stage, requests + 5);
    expect(readFileSync(join(theRun(disk.state), 'runner.json'), 'utf8')).toBe(before);
    disk.makeRoom();
    expect(await letGo(stage, run)).toMatchObject({ exitCode: 0 });
    expect(await differences(stage, disk.state)).toEqual([]);
  });

  it('takes no pause, says so, and leaves the runner at its work', { timeout: LONG }, async () => {
    const { stage, disk, run } = await heldOnSmallDisk({ mutating: 7, when: 'before' });
    disk.fill();
    const { exitCode, stderr } = await stage.types(['pause'], { state: disk.state }).outcome;
    expect(exitCode).toBe(2);
    expect(stderr).toMatch(
      /cannot be written at \S+\/control\/\d{8}\.json: ENOSPC: no space left on device, write. Nothing was done/,
    );
    expect(stderr).toMatch(/→ make room on this disk\n {4}then: upgrade pause \S+ --state/);
    disk.makeRoom();
    expect(await letGo(stage, run)).toMatchObject({ exitCode: 0 });
  });

  it('does not keep Ctrl-C from ending the run: at once, for the pause cannot be recorded', {
    timeout: LONG,
  }, async () => {
    const { stage, disk, run } = await heldOnSmallDisk({ mutating: 7, when: 'before' });
    disk.fill();
    run.kill('SIGINT');
    const { exitCode, stderr } = await run.outcome;
    expect(exitCode).toBe(4);
    expect(stderr).toContain('ENOSPC');
    expect(stderr).toMatch(
      /the pause cannot be recorded: ended at once; nothing is lost\ngo on with: upgrade resume \S+/,
    );
    await stage.control('POST', 'release');
    disk.makeRoom();
    expect(await stage.types(RESUME, { state: disk.state }).outcome).toMatchObject({ exitCode: 0 });
    expect(await differences(stage, disk.state)).toEqual([]);
  });

  it('that becomes read-only stops a run in the same way', { timeout: LONG }, async () => {
    const { stage, disk, run } = await heldOnSmallDisk({ mutating: 7, when: 'after' });
    disk.remount('ro');
    const stopped = await letGo(stage, run);
    expect(stopped.exitCode).toBe(1);
    expect(stopped.stdout).toMatch(/EROFS: read-only file system, open '\S+' \[LogNotWritable\]/);
    expect(stopped.stdout).toContain('make that folder writable again, or move the state folder as a whole');
    expect(await stage.types(['status'], { state: disk.state }).outcome).toMatchObject({ exitCode: 0 });
    disk.remount('rw');
    expect(await stage.types(RESUME, { state: disk.state }).outcome).toMatchObject({ exitCode: 0 });
    expect(await differences(stage, disk.state)).toEqual([]);
  });
});

it('a limit on the size of files, which every machine has, stops a run in the same way', {
  timeout: LONG,
}, async () => {
  const stage = await aStage();
  const held = stage.holds({ mutating: 7, when: 'after' });
  const run = stage.types(RUN);
  await Promise.race([held, run.outcome]);
  const { runner } = JSON.parse(readFileSync(join(theRun(stage.state), 'records/00000000.json'), 'utf8'));
  execFileSync('prlimit', ['--pid', String(runner.pid), '--fsize=1000']);
  const stopped = await letGo(stage, run);
  expect(stopped.exitCode).toBe(1);
  expect(stopped.stdout).toMatch(/records\/\d{8}\.json: EFBIG: file too large, write \[LogNotWritable\]/);
  expect(stopped.stdout).toContain('raise the limit on the size of files for this process (ulimit -f)');
  expect(leftovers(theRun(stage.state))).toEqual([]);
  expect(await stage.types(RESUME).outcome).toMatchObject({ exitCode: 0 });
  expect(await differences(stage)).toEqual([]);
});

/** Holds the request with this number, and lets go of what is held now. */
async function waitsAt(stage: Stage, request: number): Promise<void> {
  const held = stage.holds({ request, when: 'before' });
  await stage.control('POST', 'release');
  await held;
}

/** Halves of files that a failed write left behind. */
const leftovers = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tmp'))
    : [];
