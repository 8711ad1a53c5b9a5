import { expect, test } from 'vitest';
import type { Message } from '#messages/message';
import { ndjsonRenderer } from '../../../src/cli/render/ndjson.ts';
import { plainRenderer } from '../../../src/cli/render/plain.ts';
import type { Timed } from '../../../src/cli/render/renderer.ts';

const START = Date.parse('2021-11-09T23:58:00Z');
const at = (seconds: number, message: Message): Timed => ({ at: START + seconds * 1000, message });
const waits = (seconds: number, what: string) =>
  at(seconds, {
    code: 'step-waiting',
    data: {
      step: 'watch-control-plane-update',
      waitingFor: { what, since: START, endsWhen: 'EKS says Successful or Failed' },
    },
  });

const STORY: readonly Timed[] = [
  at(0, {
    code: 'run-started',
    data: { run: '20211109-235800-7f3a', hop: '1.20-to-1.21', cluster: 'ekstest', state: '/runs/x' },
  }),
  at(0, { code: 'state-entered', data: { state: 'work.preflight.checking' } }),
  at(1, {
    code: 'finding',
    data: {
      code: 'OWNED_ELSEWHERE',
      severity: 'risk',
      object: 'managed-ng-20',
      why: 'made by eksctl',
      whatToDo: 'tell eksctl afterwards',
    },
  }),
  at(2, { code: 'state-entered', data: { state: 'work.controlPlane.starting' } }),
  at(2, {
    code: 'step-started',
    data: { step: 'start-control-plane-update', what: 'start the update of cluster ekstest to 1.21' },
  }),
  at(3, { code: 'state-entered', data: { state: 'work.controlPlane.updating' } }),
  waits(3, 'update u-1 of cluster ekstest'),
  waits(63, 'update u-1 of cluster ekstest'),
  waits(303, 'update u-1 of cluster ekstest'),
  at(1700, { code: 'state-entered', data: { state: 'work.drain.emptying' } }),
  at(1701, { code: 'pod-evicted', data: { pod: 'default/web-1', node: 'ip-10-0-101-193' } }),
  at(1702, {
    code: 'run-parked',
    data: {
      run: 'r',
      at: 'work.drain.emptying',
      failure: { code: 'X', message: 'two\nlines', hint: null, cause: null },
    },
  }),
];

function rendered(make: typeof plainRenderer): string {
  let text = '';
  let now = 0;
  const renderer = make(
    () => now,
    (it) => {
      text += it;
    },
  );
  for (const it of STORY) {
    now = it.at;
    renderer.notify(it.message);
  }
  return text;
}

test('plain lines have the time, name each phase once, repeat a wait every five minutes, and say the date when it changes', async () => {
  await expect(rendered(plainRenderer)).toMatchFileSnapshot('../../golden/cli/plain.txt');
});

test('JSON has every message on a line of its own, with at, code, level and data', async () => {
  const text = rendered(ndjsonRenderer);
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toHaveLength(STORY.length);
  for (const line of lines) expect(Object.keys(line).sort()).toEqual(['at', 'code', 'data', 'level', 'text']);
  await expect(text).toMatchFileSnapshot('../../golden/cli/ndjson.txt');
});
