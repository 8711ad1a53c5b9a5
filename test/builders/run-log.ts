import { memoryLog } from '#adapters/record-log/memory';
import { encodeRecord, hashOf } from '#engine/chain';
import type { RunHeader, RunRecord } from '#engine/record';
import type { RunLog, RunnerNote } from '#ports/record-log';

export const NOW = Date.parse('2021-11-09T08:58:44Z');
export const MINUTE = 60_000;

export const HEADER: RunHeader = {
  hop: '1.20-to-1.21',
  target: { name: 'ekstest', arn: 'arn:aws:eks:ap-northeast-1:123456789012:cluster/ekstest' },
  runbook: '',
  by: 'anna@box',
  input: { runId: '20211109-083038-7f3a', cluster: 'ekstest', from: '1.20', to: '1.21' },
};

/** A record of a run that drains; change what the test is about. */
export function record(changed: Partial<RunRecord> = {}): RunRecord {
  return {
    format: 1,
    seq: 0,
    prev: null,
    at: NOW - 3 * MINUTE,
    run: '20211109-083038-7f3a',
    tool: '0.1.0',
    procedure: 'blue-green@1',
    owner: 'runner-a',
    kind: 'step',
    event: { type: 'x' },
    state: 'work.drain.emptying',
    snapshot: { status: 'active', value: { work: { drain: 'emptying' } }, context: {}, children: {}, historyValue: {} },
    effect: { id: 'x', src: 'drain-node', input: {}, token: 't', scheduledAt: NOW - 3 * MINUTE },
    timers: [],
    controls: 0,
    ...changed,
  };
}

export const runnerNote = (changed: Partial<RunnerNote> = {}): RunnerNote => ({
  owner: 'runner-a',
  host: 'box',
  pid: 4711,
  processStartedAt: null,
  at: NOW - 2_000,
  state: 'work.drain.emptying',
  waitingFor: 'pod default/web-1 to be gone',
  ...changed,
});

/** A log with these records, chained. */
export async function logOf(records: readonly RunRecord[], log: RunLog = memoryLog('/runs/ekstest')): Promise<RunLog> {
  let prev: string | null = null;
  for (const [seq, it] of records.entries()) {
    const bytes = encodeRecord({ ...it, seq, prev, ...(seq === 0 ? { header: HEADER } : {}) });
    await log.records.create(seq, bytes);
    prev = hashOf(bytes);
  }
  return log;
}
