import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import type { Message } from '#messages/message';
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

const START = Date.parse('2021-11-09T08:30:38Z');

/** Tells the story with a second between its messages; what the screen shows in the end, without what was erased. */
function told(...messages: readonly Message[]): { readonly kept: readonly string[]; readonly all: string } {
  const { stream, shown } = screen();
  let now = START;
  const renderer = liveRenderer(() => now, stream);
  for (const message of messages) {
    renderer.notify(message);
    now += 1_000;
  }
  void renderer.release();
  const all = shown();
  return { all, kept: all.split('\n').map((line) => line.split('\r').at(-1) ?? '') };
}

const entered = (state: string): Message => ({ code: 'state-entered', data: { state } });

test('every eviction of a long drain stays in the scrollback, and the phase gets its tick when the next one begins', () => {
  const evictions = Array.from(
    { length: 40 },
    (_, at): Message => ({ code: 'pod-evicted', data: { pod: `default/web-${at}`, node: 'n' } }),
  );
  const { kept } = told(entered('work.drain.emptying'), ...evictions, entered('work.bake'));
  expect(kept.filter((line) => line.includes('evicting pod default/web-'))).toHaveLength(40);
  expect(kept.findIndex((line) => /[✔√] drain {2}41 s/.test(line))).toBeLessThan(
    kept.findIndex((line) => line.includes('── bake')),
  );
});

test.each<Message>([
  { code: 'run-paused', data: { run: 'r', at: 'work.drain.emptying', by: 'anna@box' } },
  { code: 'run-superseded', data: { run: 'r', by: 'runner-b' } },
])('a phase that is broken off in the middle gets no tick: %s', (ending) => {
  const { all } = told(entered('work.drain.emptying'), ending);
  expect(all).not.toMatch(/[✔√✖×]/);
});

test('a phase that parks keeps its heading, gets a cross, and says where it parked', () => {
  const failure = { code: 'PodStuck', message: 'pod default/web-1 does not end', hint: null, cause: null };
  const { kept, all } = told(entered('work.drain.emptying'), entered('parked'), {
    code: 'run-parked',
    data: { run: 'r', at: 'work.drain.emptying', failure },
  });
  expect(kept.join('\n')).toMatch(/── drain\n.*[✖×] drain {2}1 s\n.*parked at "drain, emptying" \[PodStuck\]/s);
  expect(all).not.toMatch(/[✔√]/);
});

test('while it waits the last line says for what and for how long, and is gone in the end', () => {
  const waitingFor = { what: 'update u-1 of cluster ekstest', since: START - 184_000, endsWhen: 'EKS says so' };
  const { kept, all } = told(entered('work.controlPlane.updating'), {
    code: 'step-waiting',
    data: { step: 'watch', waitingFor },
  });
  expect(all).toMatch(/control plane: waiting for update u-1 of cluster ekstest {2}3 min 05 s/);
  expect(kept.at(-1)).toBe('');
});

test('the last line is never longer than the screen', () => {
  const waitingFor = { what: 'x'.repeat(500), since: START, endsWhen: 'never' };
  const { all } = told(entered('work.bake'), { code: 'step-waiting', data: { step: 'watch', waitingFor } });
  for (const line of all.split(/[\r\n]/)) expect(line.length).toBeLessThan(100);
});
