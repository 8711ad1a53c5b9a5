import { expect, test } from 'vitest';
import { aSeenPod, runningStatus } from './a-seen-pod.ts';
import { logOf, logText } from './log-server.ts';

const lines = logOf(aSeenPod({ status: runningStatus(true) }), 'web');

test('the log of a container tells when it started and when it got ready', () => {
  expect(logText(lines, new URLSearchParams())).toBe('web of web-1 started\nweb is ready\n');
});

test('a log can be asked for with time stamps and from its end', () => {
  expect(logText(lines, new URLSearchParams('tailLines=1&timestamps=true'))).toBe(
    '2026-01-01T00:00:01Z web is ready\n',
  );
});

test('a container that has not started has written nothing', () => {
  expect(logOf(aSeenPod(), 'web')).toEqual([]);
});
