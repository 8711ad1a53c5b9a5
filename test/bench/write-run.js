import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes the log of a run that drains, with 60 records, as the state folder `root` would hold it. */
export function writeRun(root) {
  const folder = join(root, '123456789012', 'ap-northeast-1', 'ekstest', '20211109-083038-7f3a');
  for (const name of ['records', 'control']) mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
  for (let seq = 0; seq < 60; seq += 1) {
    const name = `${String(seq).padStart(8, '0')}.json`;
    writeFileSync(join(folder, 'records', name), sealed(record(seq)));
  }
}

/** As docs/record-format.md says: the last field is the hash of the line without it. */
function sealed(entry) {
  const json = JSON.stringify(entry);
  const sum = createHash('sha256').update(json).digest('hex');
  return `${json.slice(0, -1)},"sha256":"${sum}"}\n`;
}

const at = Date.parse('2021-11-09T08:58:44Z');

const record = (seq) => ({
  format: 1,
  seq,
  prev: null,
  at,
  run: '20211109-083038-7f3a',
  tool: '0.1.0',
  procedure: 'blue-green@1',
  owner: 'runner-a',
  kind: 'step',
  event: null,
  state: 'work.drain.emptying',
  snapshot: {
    status: 'active',
    value: { work: { drain: 'emptying' } },
    context: { filler: 'x'.repeat(2000) },
    historyValue: {},
    children: {},
  },
  effect: { id: 'x', src: 'drain-node', input: {}, token: 't', scheduledAt: at },
  timers: [],
  controls: 0,
  ...(seq === 0
    ? { header: { hop: '1.20-to-1.21', target: { name: 'ekstest' }, runbook: '', by: 'anna@box', input: {} } }
    : {}),
});
