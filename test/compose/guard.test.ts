import { expect, it } from 'vitest';
import { memoryLog } from '#adapters/record-log/memory';
import { clock } from '#domain/preflight/clock';
import type { RunRecord } from '#engine/record';
import { value } from '#ports/answer';
import { blueGreen } from '#procedures/blue-green';
import { makeHost } from '../../src/compose/host.ts';
import { RUN } from '../builders/a-hop.ts';
import type { FakePorts } from '../builders/fake-ports.ts';
import { HOP } from '../builders/healthy-cluster.ts';
import { portsOfFacts } from '../builders/ports-of-facts.ts';

const MINUTE = 60_000;
const AT = Date.parse('2022-06-01T10:00:00Z');
const input = { ...RUN, accepted: [], checks: ['reachability-and-rights', clock.name] };
const record = {
  at: AT,
  state: 'work.drain.emptying',
  snapshot: { context: { input, rotations: HOP.rotations } },
} as unknown as RunRecord;

const guard = (ports: FakePorts) => guards(ports)();

function guards(ports: FakePorts) {
  const runner = { owner: 'o', host: 'h', pid: 1, processStartedAt: null };
  const host = makeHost({ procedure: blueGreen, log: memoryLog(), ports, tool: '0', runner });
  return () => host.guard?.(record);
}

it('lets a run go on where the checks find nothing, and parks it where they block', async () => {
  expect(await guard(portsOfFacts())).toBeNull();
  const ports = portsOfFacts({}, { kubernetes: { mayI: async () => value({ allowed: false, reason: 'no' }) } });
  const look = guards(ports);
  for (let minute = 0; minute < 2; minute += 1) {
    expect(await look()).toMatchObject({ waitingFor: { endsWhen: 'nothing blocks any more' } });
    await ports.time.until(ports.time.now() + MINUTE);
  }
  expect(await look()).toMatchObject({
    code: 'ChecksBlock',
    message: expect.stringContaining('RIGHT_MISSING'),
  });
  expect(ports.messages.length).toBeGreaterThan(0);
});

it('waits for a right that is missing: an API server that has just started denies every one', async () => {
  const ports = portsOfFacts({}, { kubernetes: { mayI: async () => value({ allowed: false, reason: 'no' }) } });
  expect(await guard(ports)).toMatchObject({ waitingFor: { endsWhen: 'nothing blocks any more' } });
});

it('waits for an API that does not answer, and repeats no finding while it does', async () => {
  const away = async () => ({ kind: 'unknown', code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' }) as const;
  const ports = portsOfFacts({}, { kubernetes: { version: away, mayI: away } });
  expect(await guard(ports)).toMatchObject({
    waitingFor: { what: expect.stringContaining('ECONNREFUSED'), since: AT, endsWhen: 'the answers come' },
  });
  expect(ports.messages).toEqual([]);
});

it('does not drain by a clock that differs from the one of the API server', async () => {
  const date = new Date(portsOfFacts().time.now() - 600_000).toISOString();
  const ports = portsOfFacts({}, { kubernetes: { version: async () => value({ gitVersion: 'v1.20.11', date }) } });
  expect(await guard(ports)).toMatchObject({ code: 'ChecksBlock', message: expect.stringContaining('CLOCK_DIFFERS') });
});
