import { expect, it, onTestFinished, vi } from 'vitest';
import { loadScenario } from '#twin/scenario/load';
import { openTwin } from '#twin/twin';
import { fenced } from '../../src/compose/fenced.ts';

const NOT_OURS = 'superseded';
const refuse = async (): Promise<void> => {
  throw NOT_OURS;
};

/** The cluster is ours. */
const HELD = { ensureHeld: async () => null, mark: async () => ({}), version: () => '1' };

/** Names of calls that change nothing. */
const READS = /^(describe|list|get|version$|mayI$|evictionVersion$|live$|close$)/;

const { ports } = openTwin(loadScenario('ekstest'));
const calls = (['eks', 'kubernetes'] as const).flatMap((port) =>
  Object.keys(ports[port]).map((name) => ({ port, name, changes: !READS.test(name) })),
);

it.each(calls.filter(({ changes }) => changes))(
  '$port.$name is not sent when the run is not ours any more',
  async ({ port, name }) => {
    const twin = openTwin(loadScenario('ekstest'));
    const behind = fenced(twin.ports, { ensureOurs: refuse, lease: HELD })[port] as unknown as Record<
      string,
      (it: object) => Promise<unknown>
    >;
    await expect(behind[name]?.({})).rejects.toBe(NOT_OURS);
    expect(twin.journal.entries()).toEqual([]);
  },
);

it('lets what only reads go through unasked', async () => {
  const { eks, kubernetes } = fenced(ports, { ensureOurs: refuse, lease: HELD });
  expect((await eks.describeCluster('ekstest')).kind).toBe('value');
  expect((await kubernetes.listNodes()).kind).toBe('value');
});

it('asks once for each change, before it is made', async () => {
  const twin = openTwin(loadScenario('ekstest'));
  const asked: number[] = [];
  const { kubernetes } = fenced(twin.ports, {
    ensureOurs: async () => void asked.push(twin.journal.entries().length),
    lease: HELD,
  });
  const lease = { namespace: 'kube-system', name: 'it', holderIdentity: 'r', annotations: {} };
  expect((await kubernetes.createLease(lease)).kind).toBe('value');
  expect((await kubernetes.createLease(lease)).kind).toBe('refused');
  expect(asked).toEqual([0, 1]);
});

it('asks again when the answer comes long after the question: the process was stopped meanwhile, and somebody may have gone on', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const twin = openTwin(loadScenario('ekstest'));
  let asked = 0;
  const ensureOurs = async (): Promise<void> => {
    asked += 1;
    if (asked > 1) throw NOT_OURS;
    vi.setSystemTime(Date.now() + 60_000);
  };
  const { kubernetes } = fenced(twin.ports, { ensureOurs, lease: HELD });
  await expect(kubernetes.patchNode('a', { spec: { unschedulable: true } })).rejects.toBe(NOT_OURS);
  expect(twin.journal.entries()).toEqual([]);
});
