import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { aStage } from '../kill/a-stage.ts';
import { RUN } from '../kill/killed.ts';
import { differences } from './as-undisturbed.ts';
import { through } from './through.ts';

const LONG = 60_000;
const UPGRADE = fileURLToPath(new URL('../../bin/upgrade.js', import.meta.url));
const JSON_LINES = [...RUN, '-o', 'json'];
/** Keeps the exit code of the command in front of a pipe. */
const piped = (reader: string) => `{ "$@"; echo "exit $?" >&2; } | ${reader}`;

it.each([
  ['the reader of its JSON lines leaves after the first', JSON_LINES, piped('head -1')],
  [
    'the reader of its progress leaves after three lines',
    RUN,
    '{ "$@"; echo "exit $?" >&3; } 3>&2 2>&1 >/dev/null | head -3',
  ],
  ['standard output is closed', RUN, '"$@" >&-; echo "exit $?" >&2'],
  ['standard error is closed', RUN, '"$@" 2>&-; echo "exit $?" >&2'],
  ['its progress goes to a full disk', RUN, '"$@" 2>/dev/full; echo "exit $?" >&2'],
  ['nothing is open at all', RUN, '"$@" <&- >&- 2>&-; echo "exit $?" >&2'],
])('a run goes on to its end, with its own exit code, when %s', { timeout: LONG }, async (_, words, shell) => {
  const stage = await aStage();
  const { stderr } = await stage.types(words, through(shell)).outcome;
  expect(stderr).toMatch(/^exit 0$/m);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(await stage.types(['status']).outcome).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('finished'),
  });
  expect(await differences(stage)).toEqual([]);
});

it('a run whose JSON lines go to a full disk does its work, and says at its end that they did not arrive', {
  timeout: LONG,
}, async () => {
  const stage = await aStage();
  const { exitCode, stderr } = await stage.types(JSON_LINES, through('exec "$@" >/dev/full')).outcome;
  expect(exitCode).toBe(1);
  expect(stderr).toContain(
    'error: what this command printed could not be written: ENOSPC: no space left on device, write [OutputLost]\n' +
      '  → the command itself ended with 0; make room where its output goes. Where a run stands: upgrade status\n',
  );
  expect(await differences(stage)).toEqual([]);
});

it.each([
  ['a reader that leaves is no failure', piped('true'), 0],
  ['a full disk is one', '"$@" >/dev/full; echo "exit $?" >&2', 1],
])('of a command that only prints, %s', async (_, shell, exit) => {
  const words = [process.execPath, UPGRADE, 'explain', 'LogNotWritable'];
  const { stderr } = await execa('sh', ['-c', shell, 'sh', ...words], { reject: false });
  expect(stderr).toMatch(new RegExp(`^exit ${exit}$`, 'm'));
  expect(stderr).not.toMatch(/^\s+at /m);
});
