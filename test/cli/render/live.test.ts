import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { liveRenderer } from '../../../src/cli/render/live.ts';

function screen() {
  const stream = Object.assign(new PassThrough(), { columns: 100, rows: 40, isTTY: true });
  let shown = '';
  stream.on('data', (chunk: Buffer) => {
    shown += chunk.toString('utf8');
  });
  return { stream: stream as unknown as NodeJS.WriteStream, shown: () => stripVTControlCharacters(shown) };
}

test('the live view names each phase and what goes on in it, and lets go of the screen', async () => {
  const { stream, shown } = screen();
  const renderer = liveRenderer(() => Date.parse('2021-11-09T08:30:38Z'), stream);
  renderer.notify({
    code: 'run-started',
    data: { run: 'r', hop: '1.20-to-1.21', cluster: 'ekstest', state: '/runs/x' },
  });
  renderer.notify({ code: 'state-entered', data: { state: 'work.controlPlane.starting' } });
  renderer.notify({
    code: 'step-started',
    data: { step: 'start-control-plane-update', what: 'start the update of cluster ekstest' },
  });
  renderer.notify({ code: 'state-entered', data: { state: 'work.drain.emptying' } });
  renderer.notify({ code: 'pod-evicted', data: { pod: 'default/web-1', node: 'node-1' } });
  await renderer.release();
  stream.write('typed after the release');
  expect(shown()).toContain('control plane');
  expect(shown()).toContain('08:30:38  start the update of cluster ekstest');
  expect(shown()).toContain('evicting pod default/web-1 from node-1');
  expect(shown().trimEnd().endsWith('typed after the release')).toBe(true);
});

test('a message after a release takes the screen again', async () => {
  const { stream, shown } = screen();
  const renderer = liveRenderer(() => 0, stream);
  renderer.notify({ code: 'state-entered', data: { state: 'work.drain.emptying' } });
  await renderer.release();
  renderer.notify({ code: 'pod-gone', data: { pod: 'default/web-1', node: 'node-1' } });
  await renderer.release();
  expect(shown()).toContain('pod default/web-1 is gone from node-1');
});

test('a phase that parks gets a cross and says why', async () => {
  const { stream, shown } = screen();
  const renderer = liveRenderer(() => 0, stream);
  renderer.notify({ code: 'state-entered', data: { state: 'work.drain.emptying' } });
  renderer.notify({ code: 'state-entered', data: { state: 'parked' } });
  const failure = { code: 'PodStuck', message: 'pod default/web-1 does not end', hint: null, cause: null };
  renderer.notify({ code: 'run-parked', data: { run: 'r', at: 'work.drain.emptying', failure } });
  await renderer.release();
  expect(shown()).toMatch(/[✖×] .*pod default\/web-1 does not end \[PodStuck\]/);
  expect(shown()).not.toMatch(/[✔√]/);
});
