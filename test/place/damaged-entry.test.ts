import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRunFolder } from '#adapters/record-log/run-folder';
import { readHead, readHeader } from '#engine/read-log';
import { UpgradeError } from '#errors/upgrade-error';
import { blueGreen } from '#procedures/blue-green';
import { resumeRun } from '../../src/cli/flow/resume-run.ts';
import { showStatus } from '../../src/cli/flow/show-status.ts';
import { NO_OPTIONS } from '../../src/cli/option-values.ts';
import { refuseUnfit } from '../../src/compose/refuse-unfit.ts';
import { compose } from '../../src/compose.ts';
import { surroundings } from '../builders/surroundings.ts';
import { RUN } from '../kill/killed.ts';
import { openStage } from '../kill/stage.ts';
import { theRun } from './as-undisturbed.ts';

const LONG = 300_000;

let folder: string;
let state: string;

/** A run that was paused in its drain, with a second request that no runner has taken yet. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'upgrade-damaged-'));
  state = join(folder, 'state');
  const stage = await openStage();
  try {
    const held = stage.holds({ mutating: 7, when: 'before' });
    const run = stage.types(RUN);
    await held;
    run.kill('SIGTERM');
    await run.printed('pausing at the next safe point');
    await stage.control('POST', 'release');
    expect(await run.outcome).toMatchObject({ exitCode: 4 });
    expect(await stage.types(['abort']).outcome).toMatchObject({ exitCode: 0 });
    cpSync(stage.state, state, { recursive: true });
  } finally {
    await stage.end();
  }
}, LONG);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The last file of a sequence, its bytes, and every way to damage one of them: cut before it, or one of its bits flipped. */
function theLast(sequence: 'records' | 'control') {
  const files = readdirSync(join(theRun(state), sequence)).sort();
  const file = join(theRun(state), sequence, files.at(-1) ?? '');
  const whole = readFileSync(file);
  const damaged = [...whole.keys()].flatMap((at) => [whole.subarray(0, at), flipped(whole, at)]);
  return { file, whole, damaged };
}

function flipped(whole: Buffer, at: number): Buffer {
  const copy = Buffer.from(whole);
  copy[at] = (copy[at] ?? 0) ^ (1 << (at % 8));
  return copy;
}

/** What a command says to the run as it stands. */
async function told(command: typeof resumeRun): Promise<UpgradeError> {
  const composition = { ...(await compose()), openCluster: async () => expect.unreachable('the cluster was asked') };
  const call = { arguments: [], options: { ...NO_OPTIONS, state }, composition, around: surroundings() };
  const error = await command(call).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof UpgradeError)) throw new TypeError(`not refused: ${String(error)}`);
  return error;
}

const namesOf = () => readdirSync(state, { recursive: true, encoding: 'utf8' }).sort();

describe('the last entry, with each of its bytes cut or flipped in turn', () => {
  it.each([
    ['status', showStatus],
    ['resume', resumeRun],
  ])(
    'a record: "upgrade %s" names the file and what is wrong with it, and leaves the log untouched',
    { timeout: LONG },
    async (_, command) => {
      const { file, whole, damaged } = theLast('records');
      const names = namesOf();
      const codes = new Map<string, number>();
      for (const bytes of damaged) {
        writeFileSync(file, bytes);
        const { code, message, hint } = await told(command);
        codes.set(code, (codes.get(code) ?? 0) + 1);
        expect(message).toContain(file);
        expect(hint).toContain('restore');
        expect(readFileSync(file).equals(bytes)).toBe(true);
      }
      expect(namesOf()).toEqual(names);
      expect([...codes.keys()].sort()).toEqual(['RecordChanged', 'RecordTorn']);
      expect([...codes.values()].reduce((all, it) => all + it)).toBe(2 * whole.length);
      writeFileSync(file, whole);
      await expect(fitness()).resolves.toBeUndefined();
    },
  );

  it('a request that no runner has taken: "upgrade status" names it', { timeout: LONG }, async () => {
    const { file, whole, damaged } = theLast('control');
    for (const bytes of damaged) {
      writeFileSync(file, bytes);
      const { code, message } = await told(showStatus);
      expect(code).toMatch(/^Record(Changed|Torn)$/);
      expect(message).toContain(file);
    }
    writeFileSync(file, whole);
    await expect(fitness()).resolves.toBeUndefined();
  });

  it.each(['records', 'control'] as const)('of %s: no runner takes the run', { timeout: LONG }, async (sequence) => {
    const { file, whole, damaged } = theLast(sequence);
    for (const bytes of damaged) {
      writeFileSync(file, bytes);
      await expect(fitness()).rejects.toMatchObject({ code: expect.stringMatching(/^(Record|Chain)/) });
    }
    writeFileSync(file, whole);
    await expect(fitness()).resolves.toBeUndefined();
  });
});

it('a request that was taken and is gone: no runner takes the run, for it would not see the next one', async () => {
  const [first, second] = ['00000000.json', '00000001.json'].map((name) => join(theRun(state), 'control', name));
  const texts = [first, second].map((file) => readFileSync(file ?? ''));
  for (const name of readdirSync(join(theRun(state), 'control'))) rmSync(join(theRun(state), 'control', name));
  await expect(fitness()).rejects.toMatchObject({
    code: 'ChainBroken',
    message: expect.stringContaining('control entry 0 (control/00000000.json): the entry is missing'),
  });
  writeFileSync(first ?? '', texts[0] ?? '');
  writeFileSync(second ?? '', texts[1] ?? '');
});

/** What stands between this log and a runner, the cluster being the right one. */
async function fitness(): Promise<void> {
  const log = openRunFolder(theRun(state));
  const head = await readHead(log);
  if (head === null) throw new TypeError('no record');
  return refuseUnfit(log, head.record, blueGreen, (await readHeader(log)).target);
}
